import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { INVITATION_HOURS } from '../../shared/staff.ts'
import { ADMIN, PASSWORD, postLogin } from '../../testing/admins.ts'
import { addPasskey, signInWith } from '../../testing/passkey-calls.ts'
import {
  acceptInvitation,
  CHOSEN_PASSWORD,
  GERDA_EMAIL,
  INVITATION,
  invitationToken,
  openAppWithGerda,
} from '../../testing/staff-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('the removal of a staff member', () => {
  it('ends the sessions and the access', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda()
    expect((await doctor.delete(`/api/admin/people/${gerdaId}`)).status).toBe(204)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await postLogin(app, { email: GERDA_EMAIL })).status).toBe(401)
  })

  it('ends the calendar feeds, which nobody else can see or end', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda()
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    const readFeed = () => app.browser().get(new URL(url).pathname)
    expect((await doctor.get('/api/admin/feeds')).json).toEqual([])
    // The doctor tries to end the only feed, which is Gerda's.
    await doctor.delete('/api/admin/feeds/1')
    expect((await readFeed()).status).toBe(200)
    await doctor.delete(`/api/admin/people/${gerdaId}`)
    expect((await readFeed()).status).toBe(404)
  })

  it('is refused the second time', async () => {
    const { doctor, gerdaId } = await openAppWithGerda()
    await doctor.delete(`/api/admin/people/${gerdaId}`)
    const { status, json } = await doctor.delete(`/api/admin/people/${gerdaId}`)
    const message = 'Diesen Zugang gibt es nicht mehr.'
    expect([status, json]).toEqual([404, { error: 'not found', message }])
  })

  it('ends a call of that person that is checking the password', async () => {
    const { doctor, gerdaId, gerda } = await openAppWithGerda()
    const change = gerda.put('/api/admin/password', { current: PASSWORD, next: CHOSEN_PASSWORD })
    // The call has already found its session when this one is answered.
    await gerda.get('/api/admin/session')
    expect((await doctor.delete(`/api/admin/people/${gerdaId}`)).status).toBe(204)
    const { status, json } = await change
    expect([status, json.error]).toEqual([401, 'unauthorized'])
  })

  it('never reuses the id, because a page that is still open would change the next person', async () => {
    const { doctor, gerdaId } = await openAppWithGerda()
    await doctor.delete(`/api/admin/people/${gerdaId}`)
    const nextPerson = { ...INVITATION, email: 'neu@ordination.example' }
    expect((await doctor.post('/api/admin/people', nextPerson)).json.role).toBe('assistant')
    expect((await doctor.put(`/api/admin/people/${gerdaId}`, { role: 'doctor' })).status).toBe(404)
  })
})

describe('a reset of a staff member', () => {
  it('replaces the password by a link to choose a new one', async () => {
    const { app, doctor, gerdaId } = await openAppWithGerda()
    app.pass(MINUTE)
    const { status, json } = await doctor.post(`/api/admin/people/${gerdaId}/reset`)
    expect([status, json.invited_until]).toEqual([200, isoAt(Date.now() + INVITATION_HOURS * HOUR)])
    expect((await postLogin(app, { email: GERDA_EMAIL })).status).toBe(401)
    expect((await acceptInvitation(app, invitationToken(app))).status).toBe(200)
    expect((await postLogin(app, { email: GERDA_EMAIL, password: CHOSEN_PASSWORD })).status).toBe(200)
  })

  it('ends sessions, passkeys, the second factor and calendar feeds', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda()
    const authenticator = await addPasskey(gerda)
    const { url } = (await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })).json
    const reset = await doctor.post(`/api/admin/people/${gerdaId}/reset`)
    expect(reset.json.second_factor).toBe(false)
    expect((await gerda.get('/api/admin/session')).status).toBe(401)
    expect((await signInWith(app.browser(), authenticator)).status).toBe(401)
    expect((await app.browser().get(new URL(url).pathname)).status).toBe(404)
  })
})

it('a staff member can be signed out everywhere, which the audit records', async () => {
  const { app, doctor, gerdaId, gerda } = await openAppWithGerda()
  expect((await doctor.delete(`/api/admin/people/${gerdaId}/sessions`)).status).toBe(204)
  expect((await gerda.get('/api/admin/session')).status).toBe(401)
  expect((await doctor.get('/api/admin/session')).status).toBe(200)
  expect(app.rows(`select actor_name, subject from audit where action = 'admin-signed-out'`)).toEqual([
    { actor_name: ADMIN, subject: GERDA_EMAIL },
  ])
})
