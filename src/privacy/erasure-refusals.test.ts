import { describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { openAppOfTracedPatient, TRACED_EMAIL, TRACED_START } from '../testing/traced-patient.ts'
import { erasePatient } from './patient.ts'

describe('the erasure of a person', () => {
  it('is refused when nothing is stored', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    erasePatient(app.ctx(), TRACED_EMAIL)
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow('Zu dieser Adresse ist nichts gespeichert.')
  })

  it('is refused while one appointment is coming', async () => {
    const app = await openAppOfTracedPatient()
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow(
      'Es steht noch ein Termin bevor. Bitte sagen Sie ihn zuerst ab.',
    )
    expect(app.rows('select id from bookings where anonymised = 1')).toEqual([])
  })

  it('is refused while two appointments are coming', async () => {
    const app = await openAppOfTracedPatient()
    insertBooking(app.ctx().db, {
      email: TRACED_EMAIL,
      mailbox: 'quirxel@vlonbert.example',
      startsAt: Date.parse(TRACED_START) + DAY_LENGTH,
    })
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow('Es stehen noch 2 Termine bevor.')
    expect(app.rows('select id from bookings where anonymised = 1')).toEqual([])
  })

  it('is refused while a message is being sent', async () => {
    const app = await openAppOfTracedPatient()
    app.cancel()
    app.changeRows(`update messages set status = 'sending' where kind = 'cancelled' and channel = 'email'`)
    expect(() => erasePatient(app.ctx(), TRACED_EMAIL)).toThrow(
      'Gerade wird eine Nachricht an diese Person gesendet.',
    )
  })

  it.each(['mara@musterfrau.example', 'rosa@musterfrau.example.at'])(
    'is refused for %s, which is only similar to the address of a patient',
    async (similar) => {
      const app = openTestApp()
      await book(app, app.browser(), TRACED_START)
      const bookings = app.rows('select * from bookings')
      expect(() => erasePatient(app.ctx(), similar)).toThrow('Zu dieser Adresse ist nichts gespeichert.')
      expect(app.rows('select * from bookings')).toEqual(bookings)
    },
  )
})
