import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'

describe('every connection test', () => {
  it.each(['urls', 'clicksend', 'sevenio', 'odoo'])('of %s is recorded in the audit', async (group) => {
    const { testConnection, rows } = openProvidersApp({ hasMailServer: false })
    await testConnection(group)
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'settings-tested', subject: group, actor_name: ADMIN },
    ])
  })

  it.each(['general', 'mail', 'practice', 'working-hours', '__proto__', 'constructor'])(
    'does not exist for a group that cannot be tested: %s',
    async (group) => {
      const { testConnection, rows } = openProvidersApp()
      const { status, json } = await testConnection(group)
      expect([status, json.error]).toEqual([404, 'unknown_path'])
      expect(rows('select * from audit')).toEqual([])
    },
  )

  it('can be made twenty times an hour for each group', async () => {
    const { testConnection, pass, setUpSms, sevenio } = openProvidersApp({ hasMailServer: false })
    setUpSms()
    for (let tests = 0; tests < 20; tests++) {
      await testConnection('sevenio')
      pass(MINUTE)
    }
    // The first of the twenty tests was twenty minutes ago, and counts for an hour.
    const { status, json } = await testConnection('sevenio')
    expect([status, json.error, json.retry_after]).toEqual([429, 'too_many', 40 * 60])
    expect(sevenio.taken).toHaveLength(20)
    // The test mail may be tried still, and fails only because no mail server is set.
    expect((await testConnection('urls')).status).toBe(502)
  })

  it('neither shows nor logs a secret, whether it succeeds or fails', async () => {
    const app = openProvidersApp({ allowPrivateTargets: true })
    app.setUpSms()
    await app.setUpOdoo()
    const answers: string[] = []
    const testAll = async (status: number) => {
      for (const group of ['clicksend', 'sevenio', 'odoo']) {
        const answer = await app.testConnection(group)
        expect(answer.status).toBe(status)
        answers.push(answer.text)
      }
    }
    await testAll(200)
    for (const simulator of [app.clicksend, app.sevenio, app.odoo]) simulator.faults.plan(500)
    await testAll(502)
    const audit = JSON.stringify(app.rows('select * from audit'))
    // Each password of openProvidersApp contains this word.
    for (const text of [...answers, ...app.lines, audit]) expect(text).not.toMatch(/secret/)
  })
})

describe('the test of Odoo', () => {
  it('connects and signs in', async () => {
    const { testConnection, setUpOdoo } = openProvidersApp({ allowPrivateTargets: true })
    await setUpOdoo()
    const { status, json } = await testConnection('odoo')
    expect(status).toBe(200)
    expect(json.message).toBe(
      'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.',
    )
  })

  it('says why it fails', async () => {
    const { testConnection, setUpOdoo, odoo } = openProvidersApp()
    await setUpOdoo()
    const { status, json } = await testConnection('odoo')
    const message =
      'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.'
    expect([status, json]).toEqual([502, { error: 'test_failed', message }])
    expect(odoo.calls).toEqual([])
  })
})
