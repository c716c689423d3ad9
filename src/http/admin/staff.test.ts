import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { ADMIN, insertAdmin, PASSWORD, postLogin, signIn } from '../../testing/admins.ts'
import { addPasskey, signInWith } from '../../testing/passkey-calls.ts'
import {
  acceptInvitation,
  CHOSEN_PASSWORD,
  GERDA_EMAIL,
  INVITATION,
  invitationToken,
  openStaffApp,
} from '../../testing/staff-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const LAST_DOCTOR = 'Mindestens eine Ärztin oder ein Arzt muss sich anmelden können.'

/** Opens a practice with a doctor and Gerda, both signed in. `id` is Gerda's. */
async function openAppWithGerda(role: 'doctor' | 'assistant' = 'assistant') {
  const practice = await openStaffApp()
  const id = insertAdmin(practice.app, { email: GERDA_EMAIL, name: 'Gerda', role })
  return { ...practice, id, gerda: await signIn(practice.app, { email: GERDA_EMAIL }) }
}

describe('a change of a staff member', () => {
  it('of the name keeps the sessions, and is recorded in the audit', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda('doctor')
    const { status, json } = await doctor.put(`/api/admin/people/${id}`, { name: ' Gerda  Testner ' })
    expect([status, json.name, json.role]).toEqual([200, 'Gerda Testner', 'doctor'])
    expect((await gerda.get('/api/admin/audit')).status).toBe(200)
    expect(app.rows(`select subject, changes from audit where action = 'admin-changed'`)).toEqual([
      { subject: GERDA_EMAIL, changes: '[{"field":"name","before":"Gerda","after":"Gerda Testner"}]' },
    ])
  })

  it('of the role ends the sessions, and is recorded in the audit', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda('doctor')
    await doctor.put(`/api/admin/people/${id}`, { role: 'assistant' })
    expect((await gerda.get('/api/admin/audit')).status).toBe(401)
    const asAssistant = await signIn(app, { email: GERDA_EMAIL })
    expect((await asAssistant.get('/api/admin/audit')).status).toBe(403)
    expect(app.rows(`select subject, changes from audit where action = 'admin-changed'`)).toEqual([
      { subject: GERDA_EMAIL, changes: '[{"field":"role","before":"doctor","after":"assistant"}]' },
    ])
  })

  it('that changes nothing is accepted, but not recorded in the audit', async () => {
    const { app, doctor, id } = await openAppWithGerda()
    expect((await doctor.put(`/api/admin/people/${id}`, {})).status).toBe(200)
    expect(app.rows(`select 1 from audit where action = 'admin-changed'`)).toEqual([])
  })

  it('may be sent as the whole row of the list, but not with another e-mail address', async () => {
    const { doctor, id } = await openAppWithGerda()
    const people: { id: number; email: string }[] = (await doctor.get('/api/admin/people')).json
    const changedRow = { ...people.find((person) => person.id === id), name: 'Gerda Testner' }
    const { status, json } = await doctor.put(`/api/admin/people/${id}`, changedRow)
    expect([status, json]).toEqual([200, changedRow])

    const withOtherEmail = { ...changedRow, email: 'other@ordination.example' }
    const refusal = await doctor.put(`/api/admin/people/${id}`, withOtherEmail)
    const email = 'Die E-Mail-Adresse eines Zugangs bleibt. Für eine andere bitte neu einladen.'
    expect([refusal.status, refusal.json.fields]).toEqual([400, { email }])
  })

  it('to an unknown role is refused', async () => {
    const { doctor, id } = await openAppWithGerda()
    const { status, json } = await doctor.put(`/api/admin/people/${id}`, { role: 'owner' })
    expect([status, json.fields]).toEqual([400, { role: 'Bitte eine Rolle wählen.' }])
  })

  it('to a role that sees no patients ends the calendar feeds', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda('doctor')
    await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })
    await doctor.put(`/api/admin/people/${id}`, { role: 'assistant' })
    expect(app.rows('select * from feeds')).toHaveLength(1)
    const { status, json } = await doctor.put(`/api/admin/people/${id}`, { role: 'technik' })
    expect([status, json.role]).toEqual([200, 'technik'])
    expect(app.rows('select * from feeds')).toEqual([])
  })
})

describe('the last doctor who can sign in', () => {
  it('stays a doctor', async () => {
    const { doctor, doctorId, id } = await openAppWithGerda('doctor')
    // Two other doctors have only an invitation, so neither can sign in.
    await doctor.post('/api/admin/people', { ...INVITATION, email: 'neu@ordination.example', role: 'doctor' })
    await doctor.post(`/api/admin/people/${id}/reset`)
    const { status, json } = await doctor.put(`/api/admin/people/${doctorId}`, { role: 'assistant' })
    expect([status, json.error, json.message]).toEqual([409, 'conflict', LAST_DOCTOR])
  })

  it('remains when two doctors demote each other at the same moment', async () => {
    const { app, doctor, doctorId, id, gerda } = await openAppWithGerda('doctor')
    const answers = await Promise.all([
      doctor.put(`/api/admin/people/${id}`, { role: 'assistant' }),
      gerda.put(`/api/admin/people/${doctorId}`, { role: 'assistant' }),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(app.rows(`select id from admins where role = 'doctor'`)).toHaveLength(1)
  })
})

describe('the removal of a staff member', () => {
  it('ends the sessions and the access', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda()
    expect((await doctor.delete(`/api/admin/people/${id}`)).status).toBe(204)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await postLogin(app, { email: GERDA_EMAIL })).status).toBe(401)
  })

  it('ends the calendar feeds, which nobody else can see or end', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda()
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    const readFeed = () => app.browser().get(new URL(url).pathname)
    expect((await doctor.get('/api/admin/feeds')).json).toEqual([])
    await doctor.delete('/api/admin/feeds/1')
    expect((await readFeed()).status).toBe(200)
    await doctor.delete(`/api/admin/people/${id}`)
    expect((await readFeed()).status).toBe(404)
  })

  it('is refused the second time', async () => {
    const { doctor, id } = await openAppWithGerda()
    await doctor.delete(`/api/admin/people/${id}`)
    const { status, json } = await doctor.delete(`/api/admin/people/${id}`)
    const message = 'Diesen Zugang gibt es nicht mehr.'
    expect([status, json]).toEqual([404, { error: 'not found', message }])
  })

  it('ends a call of that person that is checking the password', async () => {
    const { doctor, id, gerda } = await openAppWithGerda()
    const change = gerda.put('/api/admin/password', { current: PASSWORD, next: CHOSEN_PASSWORD })
    // The call has already found its session when this one is answered.
    await gerda.get('/api/admin/session')
    expect((await doctor.delete(`/api/admin/people/${id}`)).status).toBe(204)
    const { status, json } = await change
    expect([status, json.error]).toEqual([401, 'unauthorized'])
  })

  it('never reuses the id, because a page that is still open would change the next person', async () => {
    const { doctor, id } = await openAppWithGerda()
    await doctor.delete(`/api/admin/people/${id}`)
    const nextPerson = { ...INVITATION, email: 'neu@ordination.example' }
    expect((await doctor.post('/api/admin/people', nextPerson)).json.role).toBe('assistant')
    expect((await doctor.put(`/api/admin/people/${id}`, { role: 'doctor' })).status).toBe(404)
  })
})

describe('a reset of a staff member', () => {
  it('replaces the password by a link to choose a new one', async () => {
    const { app, doctor, id } = await openAppWithGerda()
    app.pass(MINUTE)
    const { status, json } = await doctor.post(`/api/admin/people/${id}/reset`)
    expect([status, json.invited_until]).toEqual([200, isoAt(NOW + MINUTE + 2 * DAY_LENGTH)])
    expect((await postLogin(app, { email: GERDA_EMAIL })).status).toBe(401)
    expect((await acceptInvitation(app, invitationToken(app))).status).toBe(200)
    expect((await postLogin(app, { email: GERDA_EMAIL, password: CHOSEN_PASSWORD })).status).toBe(200)
  })

  it('ends sessions, passkeys, the second factor and calendar feeds', async () => {
    const { app, doctor, id, gerda } = await openAppWithGerda()
    const authenticator = await addPasskey(gerda)
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    const reset = await doctor.post(`/api/admin/people/${id}/reset`)
    expect(reset.json.second_factor).toBe(false)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await signInWith(app.browser(), authenticator)).status).toBe(401)
    expect((await app.browser().get(new URL(url).pathname)).status).toBe(404)
  })
})

it('a staff member can be signed out everywhere, which the audit records', async () => {
  const { app, doctor, id, gerda } = await openAppWithGerda()
  expect((await doctor.delete(`/api/admin/people/${id}/sessions`)).status).toBe(204)
  expect((await gerda.get('/api/admin/session')).status).toBe(401)
  expect((await doctor.get('/api/admin/session')).status).toBe(200)
  expect(app.rows(`select actor_name, subject from audit where action = 'admin-signed-out'`)).toEqual([
    { actor_name: ADMIN, subject: GERDA_EMAIL },
  ])
})

describe('a call about a staff member', () => {
  it.each([
    { method: 'PUT', path: '' },
    { method: 'DELETE', path: '' },
    { method: 'POST', path: '/reset' },
    { method: 'DELETE', path: '/sessions' },
  ])('finds nobody under an unknown id: $method {id}$path', async ({ method, path }) => {
    const { doctor } = await openStaffApp()
    for (const id of ['99', '0', 'x', '1e3', '%00'])
      expect((await doctor.send(method, `/api/admin/people/${id}${path}`, {})).status, id).toBe(404)
  })

  it.each([
    {
      deed: 'remove',
      method: 'DELETE',
      path: '',
      sentence: 'Den eigenen Zugang können Sie nicht entfernen.',
    },
    {
      deed: 'reset',
      method: 'POST',
      path: '/reset',
      sentence: 'Ihr eigenes Passwort ändern Sie unter „Mein Zugang“.',
    },
  ])('does not $deed the access of the caller', async ({ method, path, sentence }) => {
    const { doctor, doctorId } = await openAppWithGerda('doctor')
    const { status, json } = await doctor.send(method, `/api/admin/people/${doctorId}${path}`, {})
    expect([status, json.error, json.message]).toEqual([409, 'conflict', sentence])
    expect((await doctor.get('/api/admin/session')).status).toBe(200)
  })
})
