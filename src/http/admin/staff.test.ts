import { describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admins.ts'
import { GERDA_EMAIL, INVITATION, openAppWithGerda, openStaffApp } from '../../testing/staff-app.ts'

const LAST_DOCTOR = 'Mindestens eine Ärztin oder ein Arzt muss sich anmelden können.'

describe('a change of a staff member', () => {
  it('of the name keeps the sessions, and is recorded in the audit', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda('doctor')
    const { status, json } = await doctor.put(`/api/admin/people/${gerdaId}`, { name: ' Gerda  Testner ' })
    expect([status, json.name, json.role]).toEqual([200, 'Gerda Testner', 'doctor'])
    expect((await gerda.get('/api/admin/audit')).status).toBe(200)
    expect(app.rows(`select subject, changes from audit where action = 'admin-changed'`)).toEqual([
      { subject: GERDA_EMAIL, changes: '[{"field":"name","before":"Gerda","after":"Gerda Testner"}]' },
    ])
  })

  it('of the role ends the sessions, and is recorded in the audit', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda('doctor')
    await doctor.put(`/api/admin/people/${gerdaId}`, { role: 'assistant' })
    expect((await gerda.get('/api/admin/audit')).status).toBe(401)
    const asAssistant = await signIn(app, { email: GERDA_EMAIL })
    expect((await asAssistant.get('/api/admin/audit')).status).toBe(403)
    expect(app.rows(`select subject, changes from audit where action = 'admin-changed'`)).toEqual([
      { subject: GERDA_EMAIL, changes: '[{"field":"role","before":"doctor","after":"assistant"}]' },
    ])
  })

  it('that changes nothing is accepted, but not recorded in the audit', async () => {
    const { app, doctor, gerdaId } = await openAppWithGerda()
    expect((await doctor.put(`/api/admin/people/${gerdaId}`, {})).status).toBe(200)
    expect(app.rows(`select 1 from audit where action = 'admin-changed'`)).toEqual([])
  })

  it('may be sent as the whole row of the list, but not with another e-mail address', async () => {
    const { doctor, gerdaId } = await openAppWithGerda()
    const people: { id: number; email: string }[] = (await doctor.get('/api/admin/people')).json
    const changedRow = { ...people.find((person) => person.id === gerdaId), name: 'Gerda Testner' }
    const { status, json } = await doctor.put(`/api/admin/people/${gerdaId}`, changedRow)
    expect([status, json]).toEqual([200, changedRow])

    const withOtherEmail = { ...changedRow, email: 'other@ordination.example' }
    const refusal = await doctor.put(`/api/admin/people/${gerdaId}`, withOtherEmail)
    const email = 'Die E-Mail-Adresse eines Zugangs bleibt. Für eine andere bitte neu einladen.'
    expect([refusal.status, refusal.json.fields]).toEqual([400, { email }])
  })

  it('to an unknown role is refused', async () => {
    const { doctor, gerdaId } = await openAppWithGerda()
    const { status, json } = await doctor.put(`/api/admin/people/${gerdaId}`, { role: 'owner' })
    expect([status, json.fields]).toEqual([400, { role: 'Bitte eine Rolle wählen.' }])
  })

  it('to a role that sees no patients ends the calendar feeds', async () => {
    const { app, doctor, gerdaId, gerda } = await openAppWithGerda('doctor')
    await gerda.post('/api/admin/feeds', { title: 'Handy', initials_only: false })
    await doctor.put(`/api/admin/people/${gerdaId}`, { role: 'assistant' })
    expect(app.rows('select * from feeds')).toHaveLength(1)
    const { status, json } = await doctor.put(`/api/admin/people/${gerdaId}`, { role: 'technik' })
    expect([status, json.role]).toEqual([200, 'technik'])
    expect(app.rows('select * from feeds')).toEqual([])
  })
})

describe('the last doctor who can sign in', () => {
  it('stays a doctor', async () => {
    const { doctor, doctorId, gerdaId } = await openAppWithGerda('doctor')
    // Two other doctors have only an invitation, so neither can sign in.
    await doctor.post('/api/admin/people', { ...INVITATION, email: 'neu@ordination.example', role: 'doctor' })
    await doctor.post(`/api/admin/people/${gerdaId}/reset`)
    const { status, json } = await doctor.put(`/api/admin/people/${doctorId}`, { role: 'assistant' })
    expect([status, json.error, json.message]).toEqual([409, 'conflict', LAST_DOCTOR])
  })

  it('remains when two doctors demote each other at the same moment', async () => {
    const { app, doctor, doctorId, gerdaId, gerda } = await openAppWithGerda('doctor')
    const answers = await Promise.all([
      doctor.put(`/api/admin/people/${gerdaId}`, { role: 'assistant' }),
      gerda.put(`/api/admin/people/${doctorId}`, { role: 'assistant' }),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(app.rows(`select id from admins where role = 'doctor'`)).toHaveLength(1)
  })
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
      verb: 'remove',
      method: 'DELETE',
      path: '',
      sentence: 'Den eigenen Zugang können Sie nicht entfernen.',
    },
    {
      verb: 'reset',
      method: 'POST',
      path: '/reset',
      sentence: 'Ihr eigenes Passwort ändern Sie unter „Mein Zugang“.',
    },
  ])('does not $verb the access of the caller', async ({ method, path, sentence }) => {
    const { doctor, doctorId } = await openAppWithGerda('doctor')
    const { status, json } = await doctor.send(method, `/api/admin/people/${doctorId}${path}`, {})
    expect([status, json.error, json.message]).toEqual([409, 'conflict', sentence])
    expect((await doctor.get('/api/admin/session')).status).toBe(200)
  })
})
