import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { timeOfDay } from '../shared/format.ts'
import { blockAt } from '../testing/block-at.ts'
import { insertHold } from '../testing/bookings.ts'
import { aContact, aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { saveResource } from './resources.ts'

/** Returns the instant of a wall time on Tuesday, 12 January 2027. */
const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

/** Returns the wall times at which a service of the demo practice can be booked on 12 January. */
function freeTimes(app: TestApp, service: string): string[] {
  return listFreeSlots(app.ctx(), '2027-01-12', service).starts.map((start) => timeOfDay(start))
}

/** Returns the times that absences occupy, as `08:00-09:00`. */
function coveredTimes(app: TestApp, resource = 'doctor-1'): string[] {
  return app
    .rows<{ starts_at: number; ends_at: number }>(
      'select starts_at, ends_at from occupations where absence_id is not null and resource_id = ? order by starts_at',
      resource,
    )
    .map(({ starts_at, ends_at }) => `${timeOfDay(starts_at)}-${timeOfDay(ends_at)}`)
}

// The model test shows which times any sequence of absences, holds and bookings leaves free.
describe('a block of time', () => {
  it('leaves only the starts before and after it free', () => {
    const app = openTestApp()
    saveAbsence(app.ctx(), blockAt('09:00', '11:00'))
    // A follow-up takes half an hour, and starts every quarter of an hour.
    const followUpsBeforeNoon = freeTimes(app, 'folgebehandlung').filter((time) => time < '12:00')
    expect(followUpsBeforeNoon).toEqual(['08:00', '08:15', '08:30', '11:00', '11:15', '11:30'])
    // Acupuncture takes 40 minutes, and its paddings keep it five minutes away from the block.
    const acupunctureUntilAfternoon = freeTimes(app, 'akupunktur').filter((time) => time <= '13:30')
    expect(acupunctureUntilAfternoon).toEqual(['08:00', '11:20', '13:30'])
  })

  it('reserves the time around the appointments within it, which stay', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    const emails = () => app.rows(`select id from messages where channel = 'email'`)
    const emailsBefore = emails()
    saveAbsence(app.ctx(), blockAt('08:30', '12:00'))
    // The appointment takes 45 minutes, and five more of padding.
    expect(coveredTimes(app)).toEqual(['08:30-09:00', '09:50-12:00'])
    expect(app.rows('select status from bookings where id = ?', json.id)).toEqual([{ status: 'requested' }])
    expect(emails()).toEqual(emailsBefore)
    expect(decideBooking(app.ctx(), json.id, { decision: 'confirm' }).booking.status).toBe('confirmed')
  })

  it('deletes a hold that it overlaps, whose booking is then refused with hold_expired', async () => {
    const app = openTestApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser)
    const hold = await browser.post('/api/hold', aHold({ start: '2027-01-12T09:00:00+01:00' }))
    saveAbsence(app.ctx(), blockAt('09:40', '10:00'))
    expect(coveredTimes(app)).toEqual(['09:40-10:00'])
    const answer = await browser.post('/api/booking/confirm', {
      hold_id: hold.json.hold_id,
      contact: aContact(),
      consent: true,
      turnstile_token: await app.botToken(),
    })
    expect([answer.status, answer.json.error]).toEqual([410, 'hold_expired'])
  })

  it('still occupies its time just after its end, for the padding of the next appointment', () => {
    const app = openTestApp()
    const { id } = saveAbsence(app.ctx(), blockAt('08:00', '10:20'))
    saveAbsence(app.ctx(), blockAt('10:00', '10:25'))
    // By then both are over. Without the first one, the second takes all of its own time.
    app.setClock('2027-01-12T10:26:00+01:00')
    deleteAbsence(app.ctx(), id)
    // A facial at 10:30 would begin with ten minutes of padding, at 10:20.
    expect(freeTimes(app, 'facial')[0]).toBe('13:30')
    expect(coveredTimes(app)).toEqual(['10:00-10:25'])
  })

  it('of one doctor ends only the holds of that doctor’s time', () => {
    const { ctx, rows, changeRows } = openTestApp()
    saveResource(ctx(), 'b', { name: 'Dr. B' })
    insertHold(ctx().db, { email: 'rosa@musterfrau.example', now: ctx().now, startsAt: instantAt('09:00') })
    // A new hold is at doctor-1, so this one moves to Dr. B.
    changeRows(`update occupations set resource_id = 'b'`)
    insertHold(ctx().db, { email: 'max@mustermann.example', now: ctx().now, startsAt: instantAt('09:00') })
    const resourcesOfHolds = () =>
      rows('select resource_id from occupations where hold_id is not null order by resource_id')
    expect(resourcesOfHolds()).toEqual([{ resource_id: 'b' }, { resource_id: 'doctor-1' }])
    saveAbsence(ctx(), blockAt('09:00', '10:00', 'b'))
    expect(resourcesOfHolds()).toEqual([{ resource_id: 'doctor-1' }])
  })
})
