import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { noteOf, patientNoteOf, writeNote, writePatientNote } from './notes.ts'
import { listBookingsOfPatient } from './patients.ts'

const at = (day: string) => Date.parse(`${day}T09:00:00+01:00`)

describe('the note on an appointment', () => {
  it('is encrypted, and its changes are in history and audit without the text', () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db)
    writeNote(app.assistant(), id, 'Kommt mit dem Rollstuhl')
    writeNote(app.assistant(), id, 'Kommt mit dem Rollstuhl')
    expect(noteOf(app.ctx(), getBooking(app.ctx(), id))).toBe('Kommt mit dem Rollstuhl')
    expect(app.ctx().db.$client.serialize().includes('Rollstuhl')).toBe(false)
    expect(app.rows(`select kind, message, actor from events where kind = 'note-changed'`)).toEqual([
      { kind: 'note-changed', message: '', actor: 'admin' },
    ])
    expect(app.rows('select action, changes from audit')).toEqual([
      { action: 'booking-note-changed', changes: '[]' },
    ])
    writeNote(app.assistant(), id, '')
    expect(app.rows('select note from bookings')).toEqual([{ note: null }])
  })
})

describe('the note on a patient', () => {
  it('is shown with all bookings of the patient, and with no one else’s', () => {
    const app = openTestApp()
    const { db } = app.ctx()
    const first = insertBooking(db, { startsAt: at('2027-01-05') })
    insertBooking(db, { startsAt: at('2027-01-12') })
    const child = insertBooking(db, { startsAt: at('2027-01-13'), firstName: 'Mia' })
    const noteShownWith = (booking: typeof first) =>
      patientNoteOf(app.ctx(), listBookingsOfPatient(app.ctx(), booking))
    writePatientNote(app.assistant(), first.id, 'Hört schlecht')
    const later = insertBooking(db, { startsAt: at('2027-02-02') })
    expect([noteShownWith(first), noteShownWith(later), noteShownWith(child)]).toEqual([
      'Hört schlecht',
      'Hört schlecht',
      '',
    ])
    writePatientNote(app.assistant(), later.id, 'Hört wieder gut')
    expect([noteShownWith(first), noteShownWith(later)]).toEqual(['Hört wieder gut', 'Hört wieder gut'])
    expect(app.rows('select id from bookings where patient_note is not null')).toEqual([{ id: later.id }])
    writePatientNote(app.assistant(), first.id, '')
    expect(app.rows('select id from bookings where patient_note is not null')).toEqual([])
  })
})
