import { describe, expect, it } from 'vitest'
import { ADMIN, postLogin } from '../../testing/admins.ts'
import { INVITATION, openStaffApp } from '../../testing/staff-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('inviting somebody', () => {
  it('is refused for somebody who can already sign in, in any spelling of the e-mail address', async () => {
    const { app, doctor } = await openStaffApp()
    for (const email of [ADMIN, ADMIN.toUpperCase(), ` ${ADMIN} `]) {
      const { status, json } = await doctor.post('/api/admin/people', { ...INVITATION, email })
      const fields = { email: 'Diese Person hat schon einen Zugang.' }
      expect([email, status, json.error, json.fields]).toEqual([email, 409, 'conflict', fields])
    }
    expect((await postLogin(app)).status).toBe(200)
    expect(app.rows('select id from messages')).toEqual([])
  })

  it('is refused with a sentence for each invalid field', async () => {
    const { doctor } = await openStaffApp()
    const invalid = { email: 'gerda', name: ' ', role: 'admin' }
    const { status, json } = await doctor.post('/api/admin/people', invalid)
    expect([status, json.error]).toEqual([400, 'invalid'])
    expect(json.fields).toEqual({
      email: 'Bitte eine gültige E-Mail-Adresse eingeben.',
      name: 'Bitte einen Namen angeben.',
      role: 'Bitte eine Rolle wählen.',
    })
  })

  it('waits without a mail server outside production, where the log shows its link', async () => {
    const app = openTestApp()
    expect((await app.admin().post('/api/admin/people', INVITATION)).status).toBe(201)
    expect(app.rows(`select status from messages where kind = 'invitation'`)).toEqual([{ status: 'queued' }])
  })

  it('needs a mail server in production, and otherwise says who can help', async () => {
    const app = openTestApp({ config: { production: true } })
    const { status, json } = await app.admin().post('/api/admin/people', INVITATION)
    expect([status, json.error]).toEqual([409, 'conflict'])
    expect(json.message).toContain('„ordi admin add“')
    expect(app.rows('select email from admins')).toHaveLength(1)
  })
})
