import { describe, expect, it } from 'vitest'
import { emailTransport } from '../../messaging/email/transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { INVITATION_HOURS } from '../../shared/staff.ts'
import { dropDeadLinks } from '../../staff/staff.ts'
import { ADMIN, anAdmin, login, PASSWORD, signIn } from '../../testing/admins.ts'
import { addPasskey, signInBy } from '../../testing/authenticator.ts'
import { tokenIn } from '../../testing/links.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const GERDA = 'gerda@ordination.example'
const INVITED = { email: GERDA, name: 'Gerda Testner', role: 'assistant' }
const CHOSEN = 'sieben Igel rollen bergab'
const EXPIRED = {
  error: 'expired',
  message: 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.',
}

/** A practice with a mail server, which gets nothing unless a test says so, and a doctor who is signed in. */
async function openPractice() {
  const app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  anAdmin(app, { name: 'Dr. Muster' })
  return { app, doctor: await signIn(app) }
}

async function withInvitation(changes: Record<string, unknown> = {}) {
  const practice = await openPractice()
  const answer = await practice.doctor.post('/api/admin/people', { ...INVITED, ...changes })
  return { ...practice, answer, id: answer.json.id as number, token: invitationToken(practice.app) }
}

/** Returns the token of the last invitation that was queued. */
function invitationToken(app: TestApp): string {
  const [{ text } = { text: '' }] = app.rows<{ text: string }>(
    `select text from messages where kind = 'invitation' order by id desc limit 1`,
  )
  return tokenIn(text)
}

const accept = (app: TestApp, token: string, changes: Record<string, unknown> = {}, address?: string) =>
  app
    .browser(address)
    .post('/api/admin/people/accept', { token, name: 'Gerda Testner', password: CHOSEN, ...changes })

const audit = (app: TestApp) =>
  app.rows<{ action: string; actor_name: string; subject: string }>(
    `select action, actor_name, subject from audit where action not in ('login', 'logout') order by id`,
  )

describe('an invitation', () => {
  it('is sent by e-mail, and its link gives access with the role that the doctor chose', async () => {
    const { app, doctor, answer, id, token } = await withInvitation({ email: 'Gerda@Ordination.EXAMPLE' })
    const person = { id, email: GERDA, name: 'Gerda Testner', role: 'assistant', second_factor: false }
    expect([answer.status, answer.json]).toEqual([
      201,
      { ...person, invited_until: '2027-01-09T13:40:00+01:00' },
    ])
    expect((await login(app, { email: GERDA, password: '' })).status).toBe(400)
    expect((await login(app, { email: GERDA, password: PASSWORD })).status).toBe(401)

    const accepted = await accept(app, token, { name: 'Gerda T.', role: 'doctor', email: 'x@y.at' })
    expect([accepted.status, accepted.json]).toEqual([200, { email: GERDA }])
    const gerda = await signIn(app, { email: GERDA, password: CHOSEN })
    expect((await gerda.get('/api/admin/session')).json.user).toEqual({
      name: 'Gerda T.',
      email: GERDA,
      role: 'assistant',
    })
    expect((await doctor.get('/api/admin/people')).json).toEqual([
      expect.objectContaining({ email: ADMIN, role: 'doctor', invited_until: null }),
      { ...person, name: 'Gerda T.', invited_until: null },
    ])
    expect(audit(app).map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['admin-invited', ADMIN],
      ['login-failed', ''],
      ['invitation-accepted', GERDA],
      ['password-changed', GERDA],
    ])
    expect(JSON.stringify(app.rows('select * from audit'))).not.toContain(token)
  })

  it('says whom it is for, as often as its link is opened, until it ends', async () => {
    const { app, token } = await withInvitation()
    const open = () => app.browser().get(`/api/admin/people/invitation?token=${token}`)
    for (const { status, json } of [await open(), await open()])
      expect([status, json]).toEqual([200, { email: GERDA, name: 'Gerda Testner' }])
    expect((await accept(app, token)).status).toBe(200)
    const { status, json } = await open()
    expect([status, json]).toEqual([410, EXPIRED])
  })

  it('can be used for 48 hours, and once, also when the button is pressed twice', async () => {
    const { app, token } = await withInvitation()
    const answers = await Promise.all([accept(app, token), accept(app, token), accept(app, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await accept(app, token)).json).toEqual(EXPIRED)

    const later = await withInvitation()
    later.app.pass(INVITATION_HOURS * HOUR)
    expect((await accept(later.app, later.token)).json).toEqual(EXPIRED)
    expect((await later.app.admin().get('/api/admin/people')).json[1].invited_until).not.toBeNull()
  })

  it('ends when it is sent again, which changes name and role, or when the person is removed', async () => {
    const { app, doctor, token, id } = await withInvitation()
    const again = await doctor.post('/api/admin/people', { ...INVITED, name: 'Gerda', role: 'doctor' })
    expect([again.status, again.json.id, again.json.role]).toEqual([201, id, 'doctor'])
    expect(app.rows(`select changes from audit where action = 'admin-invited'`)).toEqual([
      { changes: '[{"field":"role","after":"assistant"}]' },
      { changes: '[{"field":"role","after":"doctor"}]' },
    ])
    expect((await accept(app, token)).status).toBe(410)
    const second = invitationToken(app)
    await doctor.delete(`/api/admin/people/${id}`)
    expect((await accept(app, second)).status).toBe(410)
    expect(app.rows(`select text, html, recipient from messages where kind = 'invitation'`)).toEqual(
      Array(2).fill({ text: '', html: '', recipient: '' }),
    )
  })

  it('is refused for somebody who can sign in, however the address is written', async () => {
    const { app, doctor } = await openPractice()
    for (const email of [ADMIN, ADMIN.toUpperCase(), ` ${ADMIN} `]) {
      const { status, json } = await doctor.post('/api/admin/people', { ...INVITED, email })
      expect([email, status, json.error, json.fields]).toEqual([
        email,
        409,
        'conflict',
        { email: 'Diese Person hat schon einen Zugang.' },
      ])
    }
    expect((await login(app)).status).toBe(200)
    expect(app.rows('select id from messages')).toEqual([])
  })

  it('names each faulty field', async () => {
    const { doctor } = await openPractice()
    const { status, json } = await doctor.post('/api/admin/people', {
      email: 'gerda',
      name: ' ',
      role: 'admin',
    })
    expect([status, json.error, json.fields]).toEqual([
      400,
      'invalid',
      {
        email: 'Bitte eine gültige E-Mail-Adresse eingeben.',
        name: 'Bitte einen Namen angeben.',
        role: 'Bitte eine Rolle wählen.',
      },
    ])
  })

  it('needs a mail server, and says who helps without one', async () => {
    const app = openTestApp()
    const { status, json } = await app.admin().post('/api/admin/people', INVITED)
    expect([status, json.error]).toEqual([409, 'conflict'])
    expect(json.message).toContain('„ordi admin add“')
    expect(app.rows('select email from admins')).toHaveLength(1)
  })

  it('asks for a good password, which does not contain the address', async () => {
    const { app, token } = await withInvitation()
    for (const [password, sentence] of [
      ['kurz', 'Bitte mindestens 12 Zeichen eingeben.'],
      [
        `${GERDA} 2027`,
        'Das Passwort darf weder Ihre E-Mail-Adresse noch den Namen der Ordination enthalten.',
      ],
    ]) {
      const { status, json } = await accept(app, token, { password })
      expect([status, json.fields]).toEqual([400, { password: sentence }])
    }
    expect((await accept(app, token)).status).toBe(200)
  })

  it('is not found by guessing: after twenty wrong tokens the origin has to wait, and nobody else', async () => {
    const { app, token } = await withInvitation()
    const guess = (i: number) => accept(app, 'x'.repeat(30) + String(i).padStart(2, '0'), {}, '198.51.100.9')
    for (let i = 0; i < 20; i++) expect((await guess(i)).json).toEqual(EXPIRED)
    const { status, json } = await guess(20)
    expect([status, json.error]).toEqual([429, 'too_many'])
    expect((await accept(app, token, {}, '198.51.100.9')).status).toBe(429)
    const opened = await app.browser('198.51.100.9').get(`/api/admin/people/invitation?token=${token}`)
    expect(opened.status).toBe(429)
    expect((await accept(app, token)).status).toBe(200)
  })
})

describe('the e-mail of an invitation', () => {
  it('goes out while notifications are off', async () => {
    const practice = await openPractice()
    writeSettings(practice.app.ctx(), 'general', { notify_off: true, notify_muteEmail: true })
    await practice.doctor.post('/api/admin/people', INVITED)
    expect(practice.app.rows(`select status from messages where kind = 'invitation'`)).toEqual([
      { status: 'queued' },
    ])
  })

  it('hides its link in the preview, because whoever reads it there could take the account', async () => {
    const { app, doctor, token } = await withInvitation({ role: 'doctor' })
    const [{ id } = { id: 0 }] = app.rows<{ id: number }>(`select id from messages where kind = 'invitation'`)
    const { json } = await doctor.get(`/api/admin/outbox/emails/${id}/preview`)
    expect(json.html).toContain('Der Link ist in dieser Vorschau unkenntlich gemacht.')
    expect(json.html).not.toContain(token)
    expect((await doctor.get('/api/admin/outbox/emails')).text).not.toContain(token)
  })

  it('loses the link within a minute when it is of no use any more, and cannot be sent again', async () => {
    const { app, doctor } = await withInvitation()
    const [{ id } = { id: 0 }] = app.rows<{ id: number }>(`select id from messages where kind = 'invitation'`)
    app.change(`update messages set status = 'failed' where id = ?`, id)
    app.pass(INVITATION_HOURS * HOUR)
    expect((await doctor.post(`/api/admin/outbox/emails/${id}/retry`)).status).toBe(401)
    const colleague = app.admin()
    // The job has not come by yet.
    const early = await colleague.post(`/api/admin/outbox/emails/${id}/retry`)
    expect([early.status, early.json.message]).toEqual([
      409,
      'Nicht mehr gesendet: Der Link gilt nicht mehr.',
    ])
    app.change(`update messages set status = 'queued' where id = ?`, id)
    app.change(`delete from messages where kind = 'security-notice'`)
    const send = () => {
      throw new Error('a dead link was sent')
    }
    await deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log)
    expect(app.rows('select status from messages where id = ?', id)).toEqual([{ status: 'suppressed' }])
    dropDeadLinks(app.ctx())
    expect(app.rows('select text, html, recipient from messages where id = ?', id)).toEqual([
      { text: '', html: '', recipient: '' },
    ])
    const { status, json } = await colleague.post(`/api/admin/outbox/emails/${id}/retry`)
    expect([status, json.message]).toEqual([
      409,
      'Der Link gilt nicht mehr. Diese Nachricht kann nicht noch einmal hinausgehen.',
    ])
    expect((await colleague.get('/api/admin/people')).json[1].invited_until).toBe('2027-01-09T13:40:00+01:00')
  })
})

describe('a person', () => {
  async function withGerda(role: 'doctor' | 'assistant' = 'assistant') {
    const practice = await openPractice()
    const id = anAdmin(practice.app, { email: GERDA, name: 'Gerda', role })
    return { ...practice, id, gerda: await signIn(practice.app, { email: GERDA }) }
  }
  const LAST = 'Mindestens eine Ärztin oder ein Arzt muss sich anmelden können.'

  it('gets another name or role, and signs in anew for the role', async () => {
    const { app, doctor, id, gerda } = await withGerda('doctor')
    const renamed = await doctor.put(`/api/admin/people/${id}`, { name: ' Gerda  Testner ' })
    expect([renamed.status, renamed.json.name, renamed.json.role]).toEqual([200, 'Gerda Testner', 'doctor'])
    expect((await gerda.get('/api/admin/audit')).status).toBe(200)
    await doctor.put(`/api/admin/people/${id}`, { role: 'assistant' })
    expect((await gerda.get('/api/admin/audit')).status).toBe(401)
    expect((await (await signIn(app, { email: GERDA })).get('/api/admin/audit')).status).toBe(403)
    expect((await doctor.put(`/api/admin/people/${id}`, {})).status).toBe(200)
    expect((await doctor.put(`/api/admin/people/${id}`, { role: 'owner' })).json.fields).toEqual({
      role: 'Bitte eine Rolle wählen.',
    })
    expect(app.rows(`select subject, changes from audit where action = 'admin-changed'`)).toEqual([
      { subject: GERDA, changes: '[{"field":"name","before":"Gerda","after":"Gerda Testner"}]' },
      { subject: GERDA, changes: '[{"field":"role","before":"doctor","after":"assistant"}]' },
    ])
  })

  it('is removed with sessions, calendar feeds and invitation', async () => {
    const { app, doctor, id, gerda } = await withGerda()
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    const feed = new URL(url).pathname
    expect((await doctor.get('/api/admin/feeds')).json).toEqual([])
    await doctor.delete('/api/admin/feeds/1')
    expect((await app.browser().get(feed)).status).toBe(200)
    expect((await doctor.delete(`/api/admin/people/${id}`)).status).toBe(204)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await app.browser().get(feed)).status).toBe(404)
    expect((await login(app, { email: GERDA })).status).toBe(401)
    expect((await doctor.delete(`/api/admin/people/${id}`)).json).toEqual({
      error: 'not found',
      message: 'Diesen Zugang gibt es nicht mehr.',
    })
  })

  it('who is removed while the own password is being verified is signed out', async () => {
    const { doctor, id, gerda } = await withGerda()
    const pending = gerda.put('/api/admin/password', { current: PASSWORD, next: CHOSEN })
    // By then the call has found the session.
    await gerda.get('/api/admin/session')
    expect((await doctor.delete(`/api/admin/people/${id}`)).status).toBe(204)
    const { status, json } = await pending
    expect([status, json.error]).toEqual([401, 'unauthorized'])
  })

  it('gets a link to choose a new password, and has none until then, nor a second factor, passkeys, sessions or feeds', async () => {
    const { app, doctor, id, gerda } = await withGerda()
    const authenticator = await addPasskey(gerda)
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    app.pass(MINUTE)
    const reset = await doctor.post(`/api/admin/people/${id}/reset`)
    expect([reset.status, reset.json.second_factor, reset.json.invited_until]).toEqual([
      200,
      false,
      '2027-01-09T13:41:00+01:00',
    ])
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await login(app, { email: GERDA })).status).toBe(401)
    expect((await signInBy(app.browser(), authenticator)).status).toBe(401)
    expect((await app.browser().get(new URL(url).pathname)).status).toBe(404)
    expect((await accept(app, invitationToken(app))).status).toBe(200)
    expect((await login(app, { email: GERDA, password: CHOSEN })).status).toBe(200)
  })

  it.each([
    ['a reset', '/reset'],
    ['a removal', ''],
  ] as const)('is signed in from no known browser after %s', async (_, path) => {
    const { app, doctor, id } = await withGerda()
    const browser = app.browser()
    const signInAgain = (password: string) => browser.post('/api/admin/login', { email: GERDA, password })
    expect((await signInAgain(PASSWORD)).status).toBe(200)
    /** Strangers behind the same address exhaust its limit, which leaves a known browser its own. */
    const exhaust = async () => {
      for (let i = 0; i < 5; i++) await login(app, { email: GERDA, password: 'falsch' })
    }
    await exhaust()
    expect((await signInAgain(PASSWORD)).status).toBe(200)
    if (path) await doctor.post(`/api/admin/people/${id}${path}`)
    else {
      await doctor.delete(`/api/admin/people/${id}`)
      await doctor.post('/api/admin/people', INVITED)
    }
    await accept(app, invitationToken(app))
    app.pass(15 * MINUTE)
    await exhaust()
    expect((await signInAgain(CHOSEN)).json.error).toBe('too_many')
  })

  it('who was removed leaves no number to the next one, whom a page that is still open would change instead', async () => {
    const { doctor, id } = await withGerda()
    await doctor.delete(`/api/admin/people/${id}`)
    const { json } = await doctor.post('/api/admin/people', { ...INVITED, email: 'neu@ordination.example' })
    expect((await doctor.put(`/api/admin/people/${id}`, { role: 'doctor' })).status).toBe(404)
    expect(json.role).toBe('assistant')
  })

  it('is signed out everywhere', async () => {
    const { app, doctor, id, gerda } = await withGerda()
    expect((await doctor.delete(`/api/admin/people/${id}/sessions`)).status).toBe(204)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await doctor.get('/api/admin/session')).status).toBe(200)
    expect(audit(app).at(-1)).toEqual({ action: 'admin-signed-out', actor_name: ADMIN, subject: GERDA })
  })

  it('who does not exist is not found', async () => {
    const { doctor } = await openPractice()
    for (const id of ['99', '0', 'x', '1e3', '%00'])
      for (const [method, path] of [
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/reset'],
        ['DELETE', '/sessions'],
      ] as const) {
        const { status } = await doctor.send(method, `/api/admin/people/${id}${path}`, {})
        expect([method, id, path, status]).toEqual([method, id, path, 404])
      }
  })

  it('does not remove or reset oneself', async () => {
    const { doctor, id, app } = await withGerda('doctor')
    const own = app.rows<{ id: number }>('select id from admins where id <> ?', id)[0]?.id
    for (const [method, path, sentence] of [
      ['DELETE', '', 'Den eigenen Zugang können Sie nicht entfernen.'],
      ['POST', '/reset', 'Ihr eigenes Passwort ändern Sie unter „Mein Zugang“.'],
    ] as const) {
      const { status, json } = await doctor.send(method, `/api/admin/people/${own}${path}`, {})
      expect([status, json.error, json.message]).toEqual([409, 'conflict', sentence])
    }
    expect((await doctor.get('/api/admin/session')).status).toBe(200)
  })

  it('loses the calendar feeds with a role that sees no patients', async () => {
    const { app, doctor, id, gerda } = await withGerda('doctor')
    await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })
    await doctor.put(`/api/admin/people/${id}`, { role: 'assistant' })
    expect(app.rows('select * from feeds')).toHaveLength(1)
    const { status, json } = await doctor.put(`/api/admin/people/${id}`, { role: 'technik' })
    expect([status, json.role]).toEqual([200, 'technik'])
    expect(app.rows('select * from feeds')).toEqual([])
  })

  it('stays a doctor when no other doctor can sign in', async () => {
    const { app, doctor, id, gerda } = await withGerda('doctor')
    const own = app.rows<{ id: number }>('select id from admins where id <> ?', id)[0]?.id
    await doctor.post('/api/admin/people', { ...INVITED, email: 'neu@ordination.example', role: 'doctor' })
    await doctor.post(`/api/admin/people/${id}/reset`)
    const { status, json } = await doctor.put(`/api/admin/people/${own}`, { role: 'assistant' })
    expect([status, json.error, json.message]).toEqual([409, 'conflict', LAST])
    // Two doctors who take each other's role away at the same moment.
    const two = await withGerda('doctor')
    const other = two.app.rows<{ id: number }>('select id from admins where id <> ?', two.id)[0]?.id
    const answers = await Promise.all([
      two.doctor.put(`/api/admin/people/${two.id}`, { role: 'assistant' }),
      two.gerda.put(`/api/admin/people/${other}`, { role: 'assistant' }),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(two.app.rows(`select id from admins where role = 'doctor'`)).toHaveLength(1)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
  })
})
