import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

/** These tests are about the attendance and the notes, which the practice records for its own use. */

describe('the attendance', () => {
  it('is shown in the details, the history and the export', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - HOUR })
    const admin = app.admin()
    const answer = await admin.put(`/api/admin/bookings/${id}/attendance`, { attendance: 'no_show' })
    expect([answer.status, answer.json]).toEqual([200, { attendance: 'no_show' }])
    const { json } = await admin.get(`/api/admin/bookings/${id}`)
    expect(json).toMatchObject({ attendance: 'no_show', visits: { count: 1, no_show: 1 } })
    // The request, the confirmation and the attendance.
    expect(json.history).toHaveLength(3)
    expect(json.history.at(-1)).toMatchObject({ kind: 'no-show', actor_name: ADMIN })
    expect((await admin.get('/api/admin/bookings.csv')).text).toMatch(/"nein"\r\n$/)
  })

  it('is on no page for patients', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - HOUR })
    await app.admin().put(`/api/admin/bookings/${id}/attendance`, { attendance: 'no_show' })
    const overview = await app.browser().get(`/api/bookings/${id}`)
    expect(overview.status).toBe(200)
    expect(overview.text).not.toContain('no_show')
  })

  it.each([
    { fault: 'an unknown attendance', body: { attendance: 'late' }, refusal: [400, 'invalid'] },
    { fault: 'no attendance', body: {}, refusal: [400, 'invalid'] },
    { fault: 'an unknown booking', body: { attendance: 'arrived' }, refusal: [404, 'not found'] },
  ])('is refused with $fault', async ({ body, refusal }) => {
    const answer = await openTestApp().admin().put('/api/admin/bookings/unknown/attendance', body)
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })
})

describe('the internal notes', () => {
  it('are shown in the details of the appointment and on the page about the patient', async () => {
    const { admin, id } = await openRequestedApp()
    const answer = await admin.put(`/api/admin/bookings/${id}/note`, { note: ' Kommt mit Hund ' })
    expect([answer.status, answer.json]).toEqual([200, { note: 'Kommt mit Hund' }])
    await admin.put(`/api/admin/patients/${id}/note`, { note: 'Mag Hunde' })
    expect((await admin.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      note: 'Kommt mit Hund',
      patient_note: 'Mag Hunde',
    })
    expect((await admin.get(`/api/admin/patients/${id}`)).json.note).toBe('Mag Hunde')
  })

  it('are in no list, message or calendar file, and on no page for patients', async () => {
    const { app, admin, id } = await openRequestedApp()
    // No other text of the portal contains the first part of these words.
    await admin.put(`/api/admin/bookings/${id}/note`, { note: 'Kommt mit Flunkerhund' })
    await admin.put(`/api/admin/patients/${id}/note`, { note: 'Mag Flunkerhunde' })
    await admin.post('/api/admin/confirm', { id, message: '' })
    const otherTexts = [
      (await admin.get('/api/admin/bookings')).text,
      (await admin.get('/api/admin/bookings.csv')).text,
      (await app.browser().get(`/api/bookings/${id}`)).text,
      JSON.stringify(app.rows('select subject, text, html, calendar from messages')),
    ]
    for (const text of otherTexts) {
      expect(text).toContain('Musterfrau')
      expect(text).not.toContain('Flunker')
    }
    // The calendar file does not name the patient.
    const file = await app.browser().get(`/api/bookings/${id}/termin.ics`)
    expect(file.text).toContain('BEGIN:VEVENT')
    expect(file.text).not.toContain('Flunker')
  })

  it('have at most 2000 characters', async () => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.put(`/api/admin/bookings/${id}/note`, { note: 'x'.repeat(2001) })
    expect([status, json.fields]).toEqual([400, { note: 'Bitte höchstens 2000 Zeichen eingeben.' }])
  })

  it.each(['bookings', 'patients'])('are refused for an unknown id: %s', async (path) => {
    const answer = await openTestApp().admin().put(`/api/admin/${path}/nothing/note`, { note: 'x' })
    expect(answer.status).toBe(404)
  })
})
