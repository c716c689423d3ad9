import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR } from '../../shared/day.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { aContact } from '../../testing/factory.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'

describe('PUT /api/admin/bookings/{id}/contact', () => {
  /** The social security number is omitted, so that the stored one is kept. */
  const { svn4: _, ...contact } = aContact()

  it('accepts the answer of GET, and answers the contact with its new ETag', async () => {
    const { admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    const read = await admin.get(path)
    const corrected = { ...read.json.contact, email: 'Rosa@Beispiel.example' }
    const etag = { 'if-match': read.headers.get('etag') ?? '' }
    const { status, headers, json } = await admin.put(`${path}/contact`, corrected, etag)
    expect([status, json]).toEqual([200, { ...corrected, email: 'rosa@beispiel.example' }])
    const after = await admin.get(path)
    expect([after.headers.get('etag'), after.json.contact]).toEqual([headers.get('etag'), json])
    expect(headers.get('etag')).not.toBe(read.headers.get('etag'))
    expect(after.json.history.at(-1)).toMatchObject({ kind: 'contact-changed', message: 'E-Mail' })
  })

  it('accepts an incomplete contact, and removes the social security number', async () => {
    const { admin, id } = await openRequestedApp()
    const short = { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012', svn4: null }
    const { status, json } = await admin.put(`/api/admin/bookings/${id}/contact`, short)
    expect([status, json.country, json.address, json.svnr_masked]).toEqual([200, 'AT', '', null])
  })

  it('is refused with an outdated ETag, and answers the stored contact and who changed it', async () => {
    const { app, admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    const read = await admin.get(path)
    const other = app.admin('zweite@ordination.example')
    await other.put(`${path}/contact`, { ...contact, city: 'Bregenz' })
    const etag = { 'if-match': read.headers.get('etag') ?? '' }
    const { status, json } = await admin.put(`${path}/contact`, contact, etag)
    expect([status, json.error, json.message, json.current.city]).toEqual([
      409,
      'conflict',
      'zweite@ordination.example hat die Kontaktdaten inzwischen geändert.',
      'Bregenz',
    ])
    expect((await admin.get(path)).json.contact.city).toBe('Bregenz')
  })

  it.each([
    {
      fault: 'no last name and half an e-mail address',
      changes: { lastName: '', email: 'rosa' },
      fields: {
        lastName: 'Nachname ist erforderlich.',
        email: 'Bitte eine gültige E-Mail-Adresse eingeben.',
      },
    },
    {
      fault: 'the key of a social security number without a birth date',
      changes: { svn4: '1237', birthDate: '' },
      fields: { svn4: expect.stringContaining('Ungültige SVNR') },
    },
    {
      fault: 'a social security number with another birth date',
      changes: { svn4: '1237010181' },
      fields: { svn4: expect.stringContaining('mit Ihrer e-card') },
    },
    {
      fault: 'a social security number that is no text',
      changes: { svn4: 1237 },
      fields: { svn4: expect.any(String) },
    },
    {
      fault: 'an unknown key',
      changes: { status: 'confirmed' },
      fields: { status: 'Unbekannte Angabe.' },
    },
  ])('is refused with $fault', async ({ changes, fields }) => {
    const { app, admin, id } = await openRequestedApp()
    const { status, json } = await admin.put(`/api/admin/bookings/${id}/contact`, { ...contact, ...changes })
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows(`select kind from events where kind <> 'requested'`)).toEqual([])
  })
})

describe('resending a message', () => {
  it('queues the same e-mail again', async () => {
    const { app, admin, id } = await openRequestedApp()
    const [firstMessage] = (await admin.get(`/api/admin/bookings/${id}`)).json.messages
    app.change(`update messages set status = 'sent' where channel = 'email'`)
    const answer = await admin.post(`/api/admin/bookings/${id}/messages/email/${firstMessage.id}/resend`)
    expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    const ofKind = `select id from messages where kind = '${firstMessage.kind}'`
    expect(app.rows(ofKind)).toHaveLength(2)
  })

  it('is refused while the message has not been sent', async () => {
    const { admin, id } = await openRequestedApp()
    const [message] = (await admin.get(`/api/admin/bookings/${id}`)).json.messages
    const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages/email/${message.id}/resend`)
    expect([status, json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nachricht ist noch gar nicht hinausgegangen.' },
    ])
  })

  it('says why the new message is suppressed', async () => {
    const { app, admin, id } = await openRequestedApp()
    const [message] = (await admin.get(`/api/admin/bookings/${id}`)).json.messages
    app.change(`update messages set status = 'sent' where channel = 'email'`)
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true, notify_reason: 'Umbau' })
    const { json } = await admin.post(`/api/admin/bookings/${id}/messages/email/${message.id}/resend`)
    expect(json).toEqual({ message: 'Die Nachricht bleibt hier: Umbau' })
  })

  it('is refused for an unknown message or channel', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const { id } = insertBooking(app.ctx().db)
    for (const [path, error] of [
      ['email/999', 'not found'],
      ['sms/1', 'not found'],
      ['email/one', 'not found'],
      ['fax/1', 'unknown_path'],
    ]) {
      const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages/${path}/resend`)
      expect([status, json.error]).toEqual([404, error])
    }
  })
})

describe('PUT /api/admin/bookings/:id/attendance', () => {
  it('is shown in the details, the history and the export', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - HOUR })
    const admin = app.admin()
    const answer = await admin.put(`/api/admin/bookings/${id}/attendance`, { attendance: 'no_show' })
    expect([answer.status, answer.json]).toEqual([200, { attendance: 'no_show' }])
    expect((await admin.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      attendance: 'no_show',
      visits: { count: 1, no_show: 1 },
      history: [{}, {}, { kind: 'no-show', actor_name: ADMIN }],
    })
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
    const ofBooking = await admin.put(`/api/admin/bookings/${id}/note`, { note: ' Kommt mit Hund ' })
    expect([ofBooking.status, ofBooking.json]).toEqual([200, { note: 'Kommt mit Hund' }])
    await admin.put(`/api/admin/patients/${id}/note`, { note: 'Mag Hunde' })
    expect((await admin.get(`/api/admin/bookings/${id}`)).json).toMatchObject({
      note: 'Kommt mit Hund',
      patient_note: 'Mag Hunde',
    })
    expect((await admin.get(`/api/admin/patients/${id}`)).json.note).toBe('Mag Hunde')
  })

  it('are in no list, message or calendar file, and on no page for patients', async () => {
    const { app, admin, id } = await openRequestedApp()
    await admin.put(`/api/admin/bookings/${id}/note`, { note: 'Kommt mit Flunkerhund' })
    await admin.put(`/api/admin/patients/${id}/note`, { note: 'Mag Flunkerhunde' })
    await admin.post('/api/admin/confirm', { id, message: '' })
    const elsewhere = [
      (await admin.get('/api/admin/bookings')).text,
      (await admin.get('/api/admin/bookings.csv')).text,
      (await app.browser().get(`/api/bookings/${id}`)).text,
      JSON.stringify(app.rows('select subject, text, html, calendar from messages')),
    ]
    for (const text of elsewhere) {
      expect(text).toContain('Musterfrau')
      expect(text).not.toContain('Flunker')
    }
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

describe('the social security number', () => {
  it('is shown on request, which the audit records', async () => {
    const { app, admin, id } = await openRequestedApp()
    const { status, json } = await admin.post(`/api/admin/bookings/${id}/svnr`)
    expect([status, json]).toEqual([200, { svnr: '1237 010180' }])
    expect(app.rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'svnr-shown', subject: `${id.slice(0, 6)}…`, actor_name: ADMIN },
    ])
  })

  it('is not found if none is stored', async () => {
    const { app, admin, id } = await openRequestedApp()
    app.change('update bookings set svnr = null')
    expect((await admin.post(`/api/admin/bookings/${id}/svnr`)).status).toBe(404)
  })
})
