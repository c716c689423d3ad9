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
} from '../../testing/staff-app.ts'
import { NOW } from '../../testing/test-app.ts'
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
    // The doctor's own row comes first.
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
  /** How many wrong tokens an origin may send (`FAILURES_OF_ORIGIN` of login-limits.ts). */
  const GUESSES = 20

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
    // The row of the doctor who is signed in comes first.
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
    /** Guesses another token of 32 characters. */
    const guess = (number: number) => acceptInvitation(app, `${number}`.padStart(32, 'x'), {}, guesser)
    for (let number = 1; number <= GUESSES; number++)
      expect((await guess(number)).json).toEqual(INVITATION_EXPIRED)

    const { status, json } = await guess(GUESSES + 1)
    expect([status, json.error]).toEqual([429, 'too_many'])
    expect((await acceptInvitation(app, token, {}, guesser)).status).toBe(429)
    const page = await app.browser(guesser).get(`/api/admin/people/invitation?token=${token}`)
    expect(page.status).toBe(429)
    expect((await acceptInvitation(app, token)).status).toBe(200)
  })
})
