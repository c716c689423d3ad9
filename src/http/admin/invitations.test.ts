import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { INVITATION_HOURS } from '../../shared/staff.ts'
import { ADMIN, PASSWORD, postLogin, signIn } from '../../testing/admins.ts'
import {
  acceptInvitation,
  CHOSEN_PASSWORD,
  GERDA_EMAIL,
  INVITATION,
  openInvitedApp,
  openStaffApp,
} from '../../testing/staff-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const INVITATION_EXPIRED = {
  error: 'expired',
  message: 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.',
}

describe('an invitation', () => {
  it('is answered in the form in which it is listed', async () => {
    const { doctor, answer, id } = await openInvitedApp({ email: 'Gerda@Ordination.EXAMPLE' })
    const gerda = {
      id,
      email: GERDA_EMAIL,
      name: 'Gerda Testner',
      role: 'assistant',
      second_factor: false,
      invited_until: isoAt(NOW + INVITATION_HOURS * HOUR),
    }
    expect([answer.status, answer.json]).toEqual([201, gerda])
    expect((await doctor.get('/api/admin/people')).json).toEqual([
      expect.objectContaining({ email: ADMIN, role: 'doctor', invited_until: null }),
      gerda,
    ])
  })

  it('gives no access until it is accepted', async () => {
    const { app } = await openInvitedApp()
    expect((await postLogin(app, { email: GERDA_EMAIL, password: '' })).status).toBe(400)
    expect((await postLogin(app, { email: GERDA_EMAIL, password: PASSWORD })).status).toBe(401)
  })

  it('gives access with the chosen name and password, in the role that the doctor chose', async () => {
    const { app, doctor, token } = await openInvitedApp()
    const enteredByGerda = { name: 'Gerda T.', role: 'doctor', email: 'x@y.at' }
    const accepted = await acceptInvitation(app, token, enteredByGerda)
    expect([accepted.status, accepted.json]).toEqual([200, { email: GERDA_EMAIL }])

    const gerda = await signIn(app, { email: GERDA_EMAIL, password: CHOSEN_PASSWORD })
    expect((await gerda.get('/api/admin/session')).json.user).toEqual({
      name: 'Gerda T.',
      email: GERDA_EMAIL,
      role: 'assistant',
    })
    const [, gerdaRow] = (await doctor.get('/api/admin/people')).json
    expect(gerdaRow).toMatchObject({ name: 'Gerda T.', invited_until: null })
  })

  it('is recorded in the audit without its token', async () => {
    const { app, token } = await openInvitedApp()
    await acceptInvitation(app, token)
    expect(app.rows('select action, actor_name from audit order by id')).toEqual([
      { action: 'login', actor_name: ADMIN },
      { action: 'admin-invited', actor_name: ADMIN },
      { action: 'invitation-accepted', actor_name: GERDA_EMAIL },
      { action: 'password-changed', actor_name: GERDA_EMAIL },
    ])
    expect(JSON.stringify(app.rows('select * from audit'))).not.toContain(token)
  })

  it.each([
    { fault: 'a short password', password: 'kurz', sentence: 'Bitte mindestens 12 Zeichen eingeben.' },
    {
      fault: 'a password with the e-mail address',
      password: `${GERDA_EMAIL} 2027`,
      sentence: 'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.',
    },
  ])('refuses $fault, and can still be accepted with a better one', async ({ password, sentence }) => {
    const { app, token } = await openInvitedApp()
    const { status, json } = await acceptInvitation(app, token, { password })
    expect([status, json.fields]).toEqual([400, { password: sentence }])
    expect((await acceptInvitation(app, token)).status).toBe(200)
  })
})

describe('the link of an invitation', () => {
  it('names the invited person whenever it is opened, until it ends', async () => {
    const { app, token } = await openInvitedApp()
    const openInvitation = () => app.browser().get(`/api/admin/people/invitation?token=${token}`)
    for (const { status, json } of [await openInvitation(), await openInvitation()])
      expect([status, json]).toEqual([200, { email: GERDA_EMAIL, name: 'Gerda Testner' }])
    expect((await acceptInvitation(app, token)).status).toBe(200)
    const { status, json } = await openInvitation()
    expect([status, json]).toEqual([410, INVITATION_EXPIRED])
  })

  it('can be used only once, even if the button is pressed twice', async () => {
    const { app, token } = await openInvitedApp()
    const answers = await Promise.all([1, 2, 3].map(() => acceptInvitation(app, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await acceptInvitation(app, token)).json).toEqual(INVITATION_EXPIRED)
  })

  it('can be used for 48 hours, and is listed even longer', async () => {
    const { app, token } = await openInvitedApp()
    app.pass(INVITATION_HOURS * HOUR)
    expect((await acceptInvitation(app, token)).json).toEqual(INVITATION_EXPIRED)
    const [, gerda] = (await app.admin().get('/api/admin/people')).json
    expect(gerda.invited_until).not.toBeNull()
  })

  it('ends when it is sent again, with another name and role', async () => {
    const { app, doctor, token, id } = await openInvitedApp()
    const repeated = await doctor.post('/api/admin/people', { ...INVITATION, name: 'Gerda', role: 'doctor' })
    expect(repeated.status).toBe(201)
    expect(repeated.json).toMatchObject({ id, name: 'Gerda', role: 'doctor' })
    expect((await acceptInvitation(app, token)).status).toBe(410)
    expect(app.rows(`select changes from audit where action = 'admin-invited'`)).toEqual([
      { changes: '[{"field":"role","after":"assistant"}]' },
      { changes: '[{"field":"role","after":"doctor"}]' },
    ])
  })

  it('ends when the person is removed, and its e-mail is emptied', async () => {
    const { app, doctor, token, id } = await openInvitedApp()
    await doctor.delete(`/api/admin/people/${id}`)
    expect((await acceptInvitation(app, token)).status).toBe(410)
    expect(app.rows(`select text, html, recipient from messages where kind = 'invitation'`)).toEqual([
      { text: '', html: '', recipient: '' },
    ])
  })

  it('cannot be guessed: after twenty wrong tokens the origin has to wait, but nobody else', async () => {
    const { app, token } = await openInvitedApp()
    const guesser = '198.51.100.9'
    const guess = (number: number) =>
      acceptInvitation(app, 'x'.repeat(30) + String(number).padStart(2, '0'), {}, guesser)
    for (let number = 1; number <= 20; number++)
      expect((await guess(number)).json).toEqual(INVITATION_EXPIRED)

    const { status, json } = await guess(21)
    expect([status, json.error]).toEqual([429, 'too_many'])
    expect((await acceptInvitation(app, token, {}, guesser)).status).toBe(429)
    const page = await app.browser(guesser).get(`/api/admin/people/invitation?token=${token}`)
    expect(page.status).toBe(429)
    expect((await acceptInvitation(app, token)).status).toBe(200)
  })
})

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
