import { describe, expect, it } from 'vitest'
import { UNDO_MS } from '../../booking/undoable-changes.ts'
import { ADMIN } from '../../testing/admins.ts'
import { aManualBooking } from '../../testing/factory.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { isoAt } from '../../time/vienna.ts'

describe('entering a manual booking', () => {
  it('ignores paddings only with without_paddings, and never ignores another appointment', async () => {
    const admin = openTestApp().admin()
    const enter = (time: string, changes = {}) =>
      admin.post('/api/admin/bookings', aManualBooking({ start: `2027-01-12T${time}:00+01:00`, ...changes }))
    expect((await enter('09:00', { service_id: 'akupunktur' })).status).toBe(201)
    // The first appointment, an acupuncture, ends at 09:40, so only the padding after it is in the way then.
    expect((await enter('09:40')).json.error).toBe('slot_taken')
    expect((await enter('09:40', { without_paddings: true })).status).toBe(201)
    expect((await enter('09:40', { without_paddings: true })).json.error).toBe('slot_taken')
  })

  it('answers the row of a confirmed booking', async () => {
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings', aManualBooking())
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[\w-]{32}$/),
      status: 'confirmed',
      start: '2027-01-12T10:00:00+01:00',
      end: '2027-01-12T10:30:00+01:00',
      service_name: 'Folgebehandlung',
      service_id: 'folgebehandlung',
      name: 'Otto Beispielmann',
      first_visit: false,
      mobile: '+43 660 0000034',
      email: '',
      created_at: isoAt(NOW),
      resource_id: 'doctor-1',
      marked: false,
      attendance: null,
    })
  })

  it('stores a social security number, encrypted, as does each appointment of a series', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const { reminderBySms: _, ...contact } = VALID_CONTACT
    await admin.post('/api/admin/bookings', aManualBooking({ contact }))
    const starts = ['2027-01-13T09:00:00+01:00', '2027-01-14T09:00:00+01:00']
    const series = { service_id: 'folgebehandlung', starts, contact: { ...contact, svn4: '1237010180' } }
    expect((await admin.post('/api/admin/series', series)).status).toBe(201)
    const bookings = app.rows<{ id: string; svnr: string }>('select id, svnr from bookings')
    expect(bookings).toHaveLength(3)
    for (const { id, svnr } of bookings) {
      expect(svnr).not.toContain('1237')
      expect((await admin.post(`/api/admin/bookings/${id}/svnr`)).json).toEqual({ svnr: '1237 010180' })
    }
  })

  it('makes an appointment that the patient can open and cancel', async () => {
    const app = openTestApp()
    const { id } = (await app.admin().post('/api/admin/bookings', aManualBooking())).json
    const patient = app.browser()
    const overview = await patient.get(`/api/bookings/${id}`)
    expect(overview.status).toBe(200)
    expect(overview.json).toMatchObject({
      status: 'confirmed',
      contact: { name: 'Otto Beispielmann' },
      slot: { start: '2027-01-12T10:00:00+01:00' },
    })
    const file = await patient.get(`/api/bookings/${id}/termin.ics`)
    expect(file.text).toContain('STATUS:CONFIRMED')
    const cancellation = await patient.post('/api/patient/reject', { id, message: '' })
    expect(cancellation.json).toEqual({ status: 'cancelled' })
  })

  it('reads a start without an offset as Vienna’s wall time', async () => {
    const entry = aManualBooking({ start: '2027-07-13T10:00' })
    const { json } = await openTestApp().admin().post('/api/admin/bookings', entry)
    expect(json.start).toBe('2027-07-13T10:00:00+02:00')
  })

  it('records who entered it, and why no message goes to the patient', async () => {
    const admin = openTestApp().admin()
    const { json } = await admin.post('/api/admin/bookings', aManualBooking({ message: 'Bis Dienstag!' }))
    expect((await admin.get(`/api/admin/bookings/${json.id}`)).json).toMatchObject({
      contact: { salutation: '', email: '', country: 'AT', birthDate: '', svnr_masked: null },
      history: [{ kind: 'entered', actor: 'admin', actor_name: ADMIN, message: 'Bis Dienstag!' }],
      messages: [
        { channel: 'email', status: 'muted', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.' },
        { channel: 'sms', status: 'muted', error: 'Es ist kein SMS-Provider eingerichtet.' },
      ],
    })
  })

  it('refuses the second of two simultaneous calls', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const answers = await Promise.all([1, 2].map(() => admin.post('/api/admin/bookings', aManualBooking())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })

  it('answers a repeated call with the same appointment, and until when it can be undone', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const enter = (again: boolean) =>
      admin.post('/api/admin/bookings', aManualBooking({ undoable: true, again }))
    const entered = await enter(false)
    // `again` marks the call as a repetition, after an answer that was lost on its way.
    app.pass(3000)
    const repeated = await enter(true)
    expect([repeated.status, repeated.json]).toEqual([entered.status, entered.json])
    expect(app.rows('select id from bookings')).toHaveLength(1)
  })
})

describe('undoing a manual booking', () => {
  it('is possible for ten seconds, and deletes the booking and its messages', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const contact = { ...aManualBooking().contact, email: 'otto@beispiel.example' }
    const { json } = await admin.post('/api/admin/bookings', aManualBooking({ contact, undoable: true }))
    expect(json).toMatchObject({ notified: true, undo_until: isoAt(NOW + UNDO_MS) })
    expect((await admin.post(`/api/admin/bookings/${json.id}/undo`)).status).toBe(200)
    expect(app.rows('select id from bookings union all select id from messages')).toEqual([])
  })

  it('is refused after ten seconds', async () => {
    const app = openTestApp()
    const admin = app.admin()
    const entered = await admin.post('/api/admin/bookings', aManualBooking({ undoable: true }))
    expect(entered.json).toMatchObject({ notified: false })
    app.pass(UNDO_MS)
    const { status, json } = await admin.post(`/api/admin/bookings/${entered.json.id}/undo`)
    expect([status, json.error]).toEqual([409, 'too_late'])
  })
})
