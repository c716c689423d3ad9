import { describe, expect, it } from 'vitest'
import type { Booking } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { PROBLEMS } from '../../shared/problems.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

describe('cancelling several appointments', () => {
  const cancel = (app: TestApp, body: object) => app.admin().post('/api/admin/bookings/cancel', body)

  /**
   * Inserts an appointment of half an hour, by default of a patient with an e-mail address, and returns its
   * id.
   */
  function insertAt(app: TestApp, booking: { time: string; status: Booking['status']; email?: string }) {
    const { time, status, email = 'rosa@musterfrau.example' } = booking
    const startsAt = Date.parse(`2027-01-12T${time}:00+01:00`)
    return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, status, email }).id
  }

  /** Inserts a confirmed and a requested appointment, and one whose patient has no e-mail address. */
  function insertThree(app: TestApp) {
    const confirmed = insertAt(app, { time: '10:00', status: 'confirmed' })
    const requested = insertAt(app, { time: '11:00', status: 'requested' })
    const withoutEmail = insertAt(app, { time: '12:00', status: 'confirmed', email: '' })
    return { confirmed, requested, withoutEmail }
  }

  it('answers the result for each id, in the given order', async () => {
    const app = openTestApp()
    const { confirmed, requested, withoutEmail } = insertThree(app)
    const rejected = insertAt(app, { time: '13:00', status: 'rejected' })
    const cancelled = insertAt(app, { time: '14:00', status: 'cancelled' })
    const ids = [rejected, confirmed, 'unknown', requested, withoutEmail, cancelled, confirmed]
    const { status, json } = await cancel(app, { ids, message: 'Wir sind krank.' })
    const notifiedNote = 'Termin wurde abgesagt und der Patient informiert.'
    const repeatedNote = 'Termin war bereits abgesagt.'
    const callNote = 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.'
    expect([status, json.results]).toEqual([
      200,
      [
        { id: rejected, error: 'already_decided', message: 'Dieser Termin wurde bereits abgelehnt.' },
        { id: confirmed, status: 'cancelled', note: notifiedNote, notified: true },
        { id: 'unknown', error: 'not found', message: PROBLEMS['not found'][1] },
        { id: requested, status: 'cancelled', note: notifiedNote, notified: true },
        { id: withoutEmail, status: 'cancelled', note: callNote, notified: false },
        { id: cancelled, status: 'cancelled', note: repeatedNote, notified: false },
        { id: confirmed, status: 'cancelled', note: repeatedNote, notified: true },
      ],
    ])
  })

  it('frees the times', async () => {
    const app = openTestApp()
    const ids = Object.values(insertThree(app))
    expect(app.rows('select id from occupations')).toHaveLength(3)
    await cancel(app, { ids, message: '' })
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('records the message in each history', async () => {
    const app = openTestApp()
    const ids = Object.values(insertThree(app))
    await cancel(app, { ids, message: 'Wir sind krank.' })
    const cancelled = { actor_name: ADMIN, message: 'Wir sind krank.' }
    expect(app.rows(`select actor_name, message from events where actor = 'admin'`)).toEqual(
      ids.map(() => cancelled),
    )
  })

  it('sends the message to the patients with an e-mail address', async () => {
    const app = openTestApp()
    const { confirmed, requested, withoutEmail } = insertThree(app)
    await cancel(app, { ids: [confirmed, requested, withoutEmail], message: 'Wir sind krank.' })
    const queued = app.rows(
      `select booking_id from messages where text like '%Wir sind krank.%' and status = 'queued' order by id`,
    )
    expect(queued).toEqual([{ booking_id: confirmed }, { booking_id: requested }])
  })

  it('sends nothing with notify: false', async () => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const note = 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.'
    expect((await cancel(app, { ids: [id], notify: false })).json.results).toEqual([
      { id, status: 'cancelled', note, notified: false },
    ])
    expect(app.rows('select id from messages')).toEqual([])
  })

  it.each([
    { fault: 'no ids', ids: undefined },
    { fault: 'an empty list of ids', ids: [] },
    { fault: 'more than a hundred ids', ids: Array(101).fill('x') },
    { fault: 'ids that are no list', ids: 'x' },
  ])('is refused with $fault', async ({ ids }) => {
    const { status, json } = await cancel(openTestApp(), { ids })
    expect([status, json.fields]).toEqual([400, { ids: 'Bitte 1 bis 100 Termine angeben.' }])
  })

  it('is refused with a message of more than a thousand characters', async () => {
    const { status, json } = await cancel(openTestApp(), { ids: ['x'], message: 'x'.repeat(1001) })
    expect([status, json.fields]).toEqual([400, { message: 'Bitte höchstens 1000 Zeichen eingeben.' }])
  })

  it('is refused with a value of notify that is not a boolean', async () => {
    const { status, json } = await cancel(openTestApp(), { ids: ['x'], notify: 'nein' })
    expect([status, json.fields]).toEqual([400, { notify: 'Bitte true oder false angeben.' }])
  })
})
