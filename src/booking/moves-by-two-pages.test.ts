import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { halfHoursFrom } from '../testing/patient-moves-app.ts'
import { codeAndSentence } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'

const FROM = '2027-01-12T08:30:00+01:00'
const TO = '2027-01-17T20:10:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

const addConfirmed = () => insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse(FROM) })

/** Moves an appointment from a page that shows this time. */
function moveFrom({ id }: Booking, { shown, start }: Readonly<{ shown: string; start: string }>) {
  const times = { start: Date.parse(start), shown: Date.parse(shown) }
  return moveBooking(app.assistant(), id, { ...times, message: '', notify: true })
}

describe('a move by the practice from the time that its page shows', () => {
  it('is made once when two pages send it, and both get the same answer', () => {
    const booking = addConfirmed()
    expect(moveFrom(booking, { shown: FROM, start: TO }).repeated).toBe(false)
    expect(moveFrom(booking, { shown: FROM, start: TO }).repeated).toBe(true)
    expect(app.occupied()).toEqual(halfHoursFrom(TO))
  })

  it('is refused when another page has moved the appointment to another time', () => {
    const booking = addConfirmed()
    moveFrom(booking, { shown: FROM, start: TO })
    const toThirdTime = { shown: FROM, start: '2027-01-18T09:00:00+01:00' }
    expect(codeAndSentence(() => moveFrom(booking, toThirdTime))).toEqual([
      'conflict',
      'Dieser Termin wurde gerade verschoben. Bitte prüfen Sie die neue Zeit.',
    ])
    expect(app.occupied()).toEqual(halfHoursFrom(TO))
    expect(moveFrom(booking, { shown: TO, start: FROM }).booking.startsAt).toBe(Date.parse(FROM))
  })

  it('is refused when the patient has asked for another time since, unless the page shows that', () => {
    const booking = addConfirmed()
    const asked = '2027-01-13T10:00:00+01:00'
    moveByPatient(app.ctx(), booking.id, { start: Date.parse(asked), message: '' })
    expect(codeAndSentence(() => moveFrom(booking, { shown: FROM, start: TO }))).toEqual([
      'conflict',
      'Die Patientin oder der Patient möchte inzwischen selbst eine andere Zeit. Bitte prüfen Sie diese Anfrage.',
    ])
    const moved = moveFrom(booking, { shown: asked, start: TO }).booking
    expect(moved).toMatchObject({ startsAt: Date.parse(TO), moveToAt: null })
  })
})
