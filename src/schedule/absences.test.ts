import { describe, expect, it } from 'vitest'
import { listConflictsOfAbsence } from '../backoffice/absence-conflicts.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { HOUR } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { blockAt } from '../testing/block-at.ts'
import { insertHold } from '../testing/bookings.ts'
import { aContact, aHold, book, verifyEmailAddress } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { saveResource } from './resources.ts'

/** Returns the instant of a wall time on Tuesday, 12 January 2027. */
const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

function aClosure(from: string, to = from, resource_id: string | null = null): AbsenceInput {
  return { kind: 'closure', title: 'Familie', reason: 'Urlaub', from, to, resource_id }
}

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

/**
 * Asserts that saving the absence is refused with these sentences, that listing its conflicts is refused
 * alike, and that nothing is stored.
 */
function expectRefused(app: TestApp, input: AbsenceInput, fields: Record<string, string>): void {
  const refusalOfSaving = refusalOf(() => saveAbsence(app.ctx(), input))
  const refusalOfListing = refusalOf(() => listConflictsOfAbsence(app.ctx(), input))
  for (const refusal of [refusalOfSaving, refusalOfListing]) {
    expect(refusal?.code).toBe('invalid')
    expect(refusal?.facts).toEqual({ fields })
  }
  expect(app.rows('select id from absences')).toEqual([])
}

it('saving the same absence again changes nothing, and saving a different one adds it', () => {
  const app = openTestApp()
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. Beispiel' })
  for (const input of [
    blockAt('08:00', '09:00'),
    aClosure('2027-01-13'),
    blockAt('08:00', '09:00', 'dr-b'),
  ]) {
    const { id } = saveAbsence(app.ctx(), input)
    expect(saveAbsence(app.ctx(), input).id).toBe(id)
  }
  saveAbsence(app.ctx(), blockAt('08:00', '09:30'))
  saveAbsence(app.ctx(), aClosure('2027-01-13', '2027-01-14'))
  expect(app.rows('select id from absences')).toHaveLength(5)
  expect(app.rows(`select id from audit where action = 'absence-saved'`)).toHaveLength(5)
})

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
    const mails = app.rows(`select id from messages where channel = 'email'`)
    saveAbsence(app.ctx(), blockAt('08:30', '12:00'))
    // The appointment takes 45 minutes, and five more of padding.
    expect(coveredTimes(app)).toEqual(['08:30-09:00', '09:50-12:00'])
    expect(app.rows('select status from bookings where id = ?', json.id)).toEqual([{ status: 'requested' }])
    expect(app.rows(`select id from messages where channel = 'email'`)).toEqual(mails)
    expect(decideBooking(app.ctx(), json.id, { decision: 'confirm' }).booking.status).toBe('confirmed')
  })

  it('deletes the holds within it, which then answer hold_expired', async () => {
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
    app.setClock('2027-01-12T10:26:00+01:00')
    deleteAbsence(app.ctx(), id)
    // A facial at 10:30 would begin with ten minutes of padding, at 10:20.
    expect(freeTimes(app, 'facial')[0]).toBe('13:30')
    expect(coveredTimes(app)).toEqual(['10:00-10:25'])
  })
})

describe('a past absence', () => {
  const IS_OVER = 'Diese Zeit ist schon vorbei.'

  it('is refused', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T09:00:00+01:00')
    expectRefused(app, blockAt('08:00', '09:00'), { end: IS_OVER })
    expectRefused(app, aClosure('2027-01-10', '2027-01-11'), { to: IS_OVER })
  })

  it('does not include one that lasts another minute, or until this evening', () => {
    const app = openTestApp()
    app.setClock('2027-01-12T09:00:00+01:00')
    saveAbsence(app.ctx(), blockAt('08:00', '09:01'))
    saveAbsence(app.ctx(), aClosure('2027-01-11', '2027-01-12'))
    expect(app.rows('select kind from absences order by id')).toEqual([
      { kind: 'block' },
      { kind: 'closure' },
    ])
  })
})

it('an absence of an unknown resource is refused', () => {
  const app = openTestApp()
  expectRefused(app, blockAt('10:00', '11:00', 'doctor-9'), {
    resource_id: 'Diese Ressource gibt es nicht.',
  })
})

describe('closed days', () => {
  it('last from midnight to midnight, even across clock changes', () => {
    const app = openTestApp()
    /** Closes a day. @returns the instant from which it is closed, and for how many hours */
    const closeDay = (day: string) => {
      const { startsAt, endsAt } = saveAbsence(app.ctx(), aClosure(day))
      return { from: isoAt(startsAt), hours: (endsAt - startsAt) / HOUR }
    }
    expect(closeDay('2027-01-12')).toEqual({ from: '2027-01-12T00:00:00+01:00', hours: 24 })
    // The clocks skip an hour in March and repeat one in October.
    expect(closeDay('2027-03-28')).toEqual({ from: '2027-03-28T00:00:00+01:00', hours: 23 })
    expect(closeDay('2027-10-31')).toEqual({ from: '2027-10-31T00:00:00+02:00', hours: 25 })
  })

  it('cannot be deleted twice', () => {
    const app = openTestApp()
    const { id } = saveAbsence(app.ctx(), aClosure('2027-01-12'))
    deleteAbsence(app.ctx(), id)
    expect(() => deleteAbsence(app.ctx(), id)).toThrow('Diese Abwesenheit gibt es nicht mehr.')
  })

  it('are recorded in the audit by kind and days, without a title', () => {
    const app = openTestApp()
    saveAbsence(app.ctx(), blockAt('10:00', '12:00'))
    const { id } = saveAbsence(app.ctx(), aClosure('2027-08-02', '2027-08-06'))
    deleteAbsence(app.ctx(), id)
    expect(app.rows('select action, subject from audit order by id')).toEqual([
      { action: 'absence-saved', subject: 'block: 2027-01-12' },
      { action: 'absence-saved', subject: 'closure: 2027-08-02 – 2027-08-06' },
      { action: 'absence-deleted', subject: 'closure: 2027-08-02 – 2027-08-06' },
    ])
  })
})

it('an absence of one doctor ends only the holds of that doctor’s time', () => {
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

it('a deleted absence gives its time to the waiting list', () => {
  const { assistant, rows } = openTestApp()
  const { id } = saveAbsence(assistant(), blockAt('09:00', '10:00'))
  expect(rows('select id from freed_times')).toEqual([])
  deleteAbsence(assistant(), id)
  expect(rows('select starts_at, ends_at from freed_times')).toEqual([
    { starts_at: instantAt('09:00'), ends_at: instantAt('10:00') },
  ])
})
