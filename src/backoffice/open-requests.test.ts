import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH, type Day, HOUR, type Instant } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { countOpenRequests, listMoves, listOpenRequests } from './open-requests.ts'

const addBooking = (app: TestApp, changes: Partial<Booking>) => insertBooking(app.ctx().db, changes)
const instantOf = (iso: string) => Date.parse(iso)

describe('open requests', () => {
  it('are counted: all of them, those older than a day, and the marked ones', () => {
    const app = openTestApp()
    expect(countOpenRequests(app.ctx())).toEqual({ count: 0, late: 0, marked: 0 })
    const eight = instantOf('2027-01-12T08:00:00+01:00')
    addBooking(app, { startsAt: eight, createdAt: NOW - DAY_LENGTH - 1 })
    addBooking(app, { startsAt: eight + HOUR, createdAt: NOW - DAY_LENGTH, marked: true })
    const decided = { createdAt: NOW - 5 * DAY_LENGTH, marked: true }
    addBooking(app, { startsAt: eight + 2 * HOUR, status: 'confirmed', ...decided })
    addBooking(app, { startsAt: eight + 3 * HOUR, status: 'cancelled', ...decided })
    expect(countOpenRequests(app.ctx())).toEqual({ count: 2, late: 1, marked: 1 })
  })

  it('are listed oldest first, including those whose time has passed', () => {
    const app = openTestApp()
    const addRequest = (id: string, startsAt: string, age: number) =>
      addBooking(app, { id, startsAt: instantOf(startsAt), createdAt: NOW - age })
    addRequest('newest', '2027-01-12T08:00:00+01:00', HOUR)
    addRequest('older', '2027-01-11T08:00:00+01:00', 2 * HOUR)
    addRequest('oldest, past', '2027-01-06T08:00:00+01:00', 90 * HOUR)
    addBooking(app, { startsAt: instantOf('2027-01-13T08:00:00+01:00'), status: 'confirmed' })
    const ids = listOpenRequests(app.ctx()).map(({ booking }) => booking.id)
    expect(ids).toEqual(['oldest, past', 'older', 'newest'])
    expect(countOpenRequests(app.ctx()).count).toBe(3)
  })
})

describe('open requests older than a day', () => {
  it('come first, by start; a move counts with the earlier of its two times', () => {
    const app = openTestApp()
    const addOldRequest = (id: string, startsAt: string, changes: Partial<Booking> = {}) =>
      addBooking(app, { id, startsAt: instantOf(startsAt), createdAt: NOW - 2 * DAY_LENGTH, ...changes })
    addOldRequest('later', '2027-01-14T08:00:00+01:00', { createdAt: NOW - 5 * DAY_LENGTH })
    addOldRequest('sooner', '2027-01-12T08:00:00+01:00')
    addOldRequest('moves', '2027-01-15T08:00:00+01:00', {
      status: 'confirmed',
      moveToAt: instantOf('2027-01-13T08:00:00+01:00'),
      moveAskedAt: NOW - DAY_LENGTH - 1,
    })
    addOldRequest('young', '2027-01-11T08:00:00+01:00', { createdAt: NOW - DAY_LENGTH })
    const ids = listOpenRequests(app.ctx()).map(({ booking }) => booking.id)
    expect(ids).toEqual(['sooner', 'moves', 'later', 'young'])
  })
})

describe('times that patients of confirmed appointments ask for', () => {
  /** Adds an appointment at eight, whose patient asks for ten o'clock of the same day. */
  const addMove = (app: TestApp, id: string, day: Day, moveAskedAt: Instant) =>
    addBooking(app, {
      id,
      startsAt: instantOf(`${day}T08:00:00+01:00`),
      status: 'confirmed',
      createdAt: NOW - 9 * DAY_LENGTH,
      moveToAt: instantOf(`${day}T10:00:00+01:00`),
      moveAskedAt,
    })

  it('are counted and listed among the open requests, the longest waiting first', () => {
    const app = openTestApp()
    addMove(app, 'new', '2027-01-12', NOW - HOUR)
    addBooking(app, {
      id: 'request',
      startsAt: instantOf('2027-01-13T08:00:00+01:00'),
      createdAt: NOW - 2 * HOUR,
    })
    addMove(app, 'old', '2027-01-14', NOW - 30 * HOUR)
    expect(listOpenRequests(app.ctx()).map(({ booking }) => booking.id)).toEqual(['old', 'request', 'new'])
    expect(countOpenRequests(app.ctx())).toEqual({ count: 3, late: 1, marked: 0 })
  })

  it('are found from the start of a range up to before its end', () => {
    const app = openTestApp()
    addMove(app, 'first', '2027-01-12', NOW)
    addMove(app, 'second', '2027-01-14', NOW)
    const [from, to] = [instantOf('2027-01-12T10:00:00+01:00'), instantOf('2027-01-14T10:00:00+01:00')]
    expect(listMoves(app.ctx(), from, to).map(({ booking }) => booking.id)).toEqual(['first'])
  })
})
