import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { writeToPatient } from './written-messages.ts'

const NINE = '2027-01-12T09:00:00+01:00'
const TEN = Date.parse('2027-01-12T10:00:00+01:00')

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
  app.setClock(NINE)
})

/** Adds a confirmed appointment at ten. @returns its id */
const addAppointment = (changes: Parameters<typeof insertBooking>[1] = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', startsAt: TEN, endsAt: TEN + HOUR, ...changes }).id
const listQueued = () => app.rows(`select booking_id as id, channel from messages where status = 'queued'`)

describe('a text from the practice to a patient', () => {
  /** Writes to the patient, and returns the refusal, if any. */
  const writeBy = (id: string, channel: 'sms' | 'email', text = 'Bitte nüchtern kommen.') =>
    refusalOf(() => writeToPatient(app.ctx(), id, { channel, text }))

  it.each(['sms', 'email'] as const)('is sent only by the chosen channel: %s', (channel) => {
    const id = addAppointment()
    expect(writeBy(id, channel)).toBeUndefined()
    expect(listQueued()).toEqual([{ id, channel }])
    expect(app.rows(`select message from events where kind = 'written'`)).toEqual([
      { message: 'Bitte nüchtern kommen.' },
    ])
  })

  it('is audited without its wording, unless it is refused', () => {
    const id = addAppointment()
    writeBy(id, 'email')
    writeBy(addAppointment({ status: 'cancelled' }), 'email')
    expect(app.rows('select action, subject, changes from audit')).toEqual([
      { action: 'message-written', subject: `${id.slice(0, 6)}…`, changes: '[]' },
    ])
  })

  it('is sent once when repeated within five minutes, as after a lost answer', () => {
    const id = addAppointment()
    for (const by of ['sms', 'email', 'sms', 'email'] as const) expect(writeBy(id, by)).toBeUndefined()
    expect(listQueued()).toEqual([
      { id, channel: 'sms' },
      { id, channel: 'email' },
    ])
    expect(writeBy(id, 'email', 'Bitte doch nicht nüchtern kommen.')).toBeUndefined()
    expect(listQueued()).toHaveLength(3)

    app.pass(5 * MINUTE)
    expect(writeBy(id, 'email')).toBeUndefined()
    expect(listQueued()).toHaveLength(4)
    expect(app.rows(`select id from events where kind = 'written'`)).toHaveLength(4)
  })

  it('is sent again at once when the first message has failed', () => {
    const id = addAppointment()
    writeBy(id, 'email')
    app.changeRows(`update messages set status = 'failed'`)
    writeBy(id, 'email')
    expect(listQueued()).toEqual([{ id, channel: 'email' }])
  })

  it('is refused by a channel that cannot reach the patient', () => {
    const withLandline = addAppointment({ mobile: '05572 123456' })
    const withoutEmail = addAppointment({ email: '', resourceId: 'b' })
    expect(writeBy(withLandline, 'sms')?.message).toBe('Festnetznummer: keine SMS möglich.')
    expect(writeBy(withoutEmail, 'email')?.message).toBe('Es ist keine E-Mail-Adresse angegeben.')
    expect(listQueued()).toEqual([])
  })

  it('is refused for an appointment that was called off', () => {
    expect(writeBy(addAppointment({ status: 'cancelled' }), 'email')?.code).toBe('already_decided')
    expect(listQueued()).toEqual([])
  })

  it('is refused once the appointment has begun', () => {
    const begun = addAppointment({ startsAt: Date.parse(NINE), endsAt: TEN })
    expect(writeBy(begun, 'email')?.code).toBe('too_late')
    expect(listQueued()).toEqual([])
  })

  it('is refused if it is too long for an SMS', () => {
    expect(writeBy(addAppointment(), 'sms', 'x'.repeat(2000))?.code).toBe('invalid')
    expect(listQueued()).toEqual([])
  })
})
