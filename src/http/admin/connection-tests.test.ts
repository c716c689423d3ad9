import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'

describe('every connection test', () => {
  it.each(['urls', 'clicksend', 'sevenio', 'odoo'])('of %s is recorded in the audit', async (group) => {
    const { test, rows } = openProvidersApp({ hasMailServer: false })
    await test(group)
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'settings-tested', subject: group, actor_name: ADMIN },
    ])
  })

  it.each(['general', 'mail', 'practice', 'working-hours', '__proto__', 'constructor'])(
    'does not exist for a group that cannot be tested: %s',
    async (group) => {
      const { test, rows } = openProvidersApp()
      const { status, json } = await test(group)
      expect([status, json.error]).toEqual([404, 'unknown_path'])
      expect(rows('select * from audit')).toEqual([])
    },
  )

  it('can be made twenty times an hour for each group', async () => {
    const { test, pass, setUpSms, sevenio } = openProvidersApp({ hasMailServer: false })
    setUpSms()
    for (let tests = 0; tests < 20; tests++) {
      await test('sevenio')
      pass(MINUTE)
    }
    // The first of the twenty tests was twenty minutes ago, and counts for an hour.
    const { status, json } = await test('sevenio')
    expect([status, json.error, json.retry_after]).toEqual([429, 'too_many', 40 * 60])
    expect(sevenio.taken).toHaveLength(20)
    expect((await test('urls')).status).toBe(502)
  })

  it('neither shows nor logs a secret, whether it succeeds or fails', async () => {
    const app = openProvidersApp({ allowPrivateTargets: true })
    app.setUpSms()
    await app.setUpOdoo()
    const answers: string[] = []
    const testAll = async (status: number) => {
      for (const group of ['clicksend', 'sevenio', 'odoo']) {
        const answer = await app.test(group)
        expect(answer.status).toBe(status)
        answers.push(answer.text)
      }
    }
    await testAll(200)
    for (const simulator of [app.clicksend, app.sevenio, app.odoo]) simulator.faults.plan(500)
    await testAll(502)
    const audit = JSON.stringify(app.rows('select * from audit'))
    for (const text of [...answers, ...app.lines, audit]) expect(text).not.toMatch(/secret/)
  })
})

describe('the test of Odoo', () => {
  it('connects and signs in', async () => {
    const { test, setUpOdoo } = openProvidersApp({ allowPrivateTargets: true })
    await setUpOdoo()
    const { status, json } = await test('odoo')
    expect(status).toBe(200)
    expect(json.message).toBe(
      'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.',
    )
  })

  it('says why it fails', async () => {
    const { test, setUpOdoo, odoo } = openProvidersApp()
    await setUpOdoo()
    const { status, json } = await test('odoo')
    const message =
      'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.'
    expect([status, json]).toEqual([502, { error: 'test_failed', message }])
    expect(odoo.calls).toEqual([])
  })
})
