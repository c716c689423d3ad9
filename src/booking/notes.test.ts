import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { noteOf, patientNoteOf, writeNote, writePatientNote } from './notes.ts'
import { listBookingsOfPatient } from './patients.ts'

let app: TestApp

beforeEach(() => {
  app = openTestApp()
})

describe('the note on an appointment', () => {
  let id: string

  beforeEach(() => {
    id = insertBooking(app.ctx().db).id
    writeNote(app.assistant(), id, 'Kommt mit dem Rollstuhl')
  })

  it('is encrypted', () => {
    expect(noteOf(app.ctx(), getBooking(app.ctx(), id))).toBe('Kommt mit dem Rollstuhl')
    expect(app.ctx().db.$client.serialize().includes('Rollstuhl')).toBe(false)
  })

  it('is in history and audit once for each change, without the text', () => {
    writeNote(app.assistant(), id, 'Kommt mit dem Rollstuhl')
    expect(app.rows(`select kind, message, actor from events where kind = 'note-changed'`)).toEqual([
      { kind: 'note-changed', message: '', actor: 'admin' },
    ])
    expect(app.rows('select action, changes from audit')).toEqual([
      { action: 'booking-note-changed', changes: '[]' },
    ])
  })

  it('is removed by an empty text', () => {
    writeNote(app.assistant(), id, '')
    expect(app.rows('select note from bookings')).toEqual([{ note: null }])
  })
})

describe('the note on a patient', () => {
  const addBooking = (day: string, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { startsAt: Date.parse(`${day}T09:00:00+01:00`), ...changes })
  const noteShownWith = (booking: Booking) =>
    patientNoteOf(app.ctx(), listBookingsOfPatient(app.ctx(), booking))
  const idsWithNote = () =>
    app.rows('select id from bookings where patient_note is not null').map((row) => row.id)

  it('is shown with all bookings of the patient, and with no one else’s', () => {
    const first = addBooking('2027-01-05')
    addBooking('2027-01-12')
    const child = addBooking('2027-01-13', { firstName: 'Mia' })
    writePatientNote(app.assistant(), first.id, 'Hört schlecht')
    const later = addBooking('2027-02-02')
    expect(noteShownWith(first)).toBe('Hört schlecht')
    expect(noteShownWith(later)).toBe('Hört schlecht')
    expect(noteShownWith(child)).toBe('')
  })

  it('is stored with the newest booking alone, and is replaced or removed from any of them', () => {
    const first = addBooking('2027-01-05')
    const second = addBooking('2027-01-12')
    writePatientNote(app.assistant(), first.id, 'Hört schlecht')
    expect(idsWithNote()).toEqual([second.id])
    const third = addBooking('2027-02-02')
    writePatientNote(app.assistant(), first.id, 'Hört wieder gut')
    expect(idsWithNote()).toEqual([third.id])
    expect(noteShownWith(second)).toBe('Hört wieder gut')
    writePatientNote(app.assistant(), first.id, '')
    expect(idsWithNote()).toEqual([])
  })
})
