import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH, dayNumber, HOUR } from '../rules/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { type House, NOW, openHouse } from '../testing/house.ts'
import { countOpenRequests, listAppointments, listOpenRequests } from './agenda.ts'

const put = (house: House, changes: Partial<Booking>) => insertBooking(house.ctx().db, changes)
const at = (iso: string) => Date.parse(iso)

describe('open requests', () => {
  it('are counted, and those apart that have waited for more than a day', () => {
    const house = openHouse()
    expect(countOpenRequests(house.ctx())).toEqual({ count: 0, late: 0 })
    const START = at('2027-01-12T08:00:00+01:00')
    put(house, { startsAt: START, createdAt: NOW - DAY_LENGTH - 1 })
    put(house, { startsAt: START + HOUR, createdAt: NOW - DAY_LENGTH })
    put(house, { startsAt: START + 2 * HOUR, createdAt: NOW - 5 * DAY_LENGTH, status: 'confirmed' })
    put(house, { startsAt: START + 3 * HOUR, createdAt: NOW - 5 * DAY_LENGTH, status: 'cancelled' })
    expect(countOpenRequests(house.ctx())).toEqual({ count: 2, late: 1 })
  })

  it('come with whoever waits longest first, also those whose time has passed unanswered', () => {
    const house = openHouse()
    put(house, { id: 'b', startsAt: at('2027-01-12T08:00:00+01:00'), createdAt: NOW - HOUR })
    put(house, { id: 'c', startsAt: at('2027-01-11T08:00:00+01:00'), createdAt: NOW - 2 * HOUR })
    put(house, { id: 'a', startsAt: at('2027-01-06T08:00:00+01:00'), createdAt: NOW - 90 * HOUR })
    put(house, { id: 'd', startsAt: at('2027-01-13T08:00:00+01:00'), status: 'confirmed' })
    expect(listOpenRequests(house.ctx()).map(({ booking }) => booking.id)).toEqual(['a', 'c', 'b'])
    expect(countOpenRequests(house.ctx()).count).toBe(3)
  })
})

describe('the appointments of a day', () => {
  it('are those that are requested or confirmed, from midnight to midnight in Vienna, by their start', () => {
    const house = openHouse()
    put(house, { id: 'late', startsAt: at('2027-03-28T23:30:00+02:00'), status: 'confirmed' })
    put(house, { id: 'early', startsAt: at('2027-03-28T00:00:00+01:00') })
    put(house, { id: 'before', startsAt: at('2027-03-27T23:30:00+01:00') })
    put(house, { id: 'after', startsAt: at('2027-03-29T00:00:00+02:00') })
    put(house, { id: 'rejected', startsAt: at('2027-03-28T09:00:00+02:00'), status: 'rejected' })
    put(house, { id: 'cancelled', startsAt: at('2027-03-28T10:00:00+02:00'), status: 'cancelled' })
    expect(listAppointments(house.ctx(), dayNumber('2027-03-28')).map(({ booking }) => booking.id)).toEqual([
      'early',
      'late',
    ])
  })

  it('know whose time they take and whether it is a first visit, also when the service is gone', () => {
    const house = openHouse()
    put(house, { startsAt: at('2027-01-12T08:00:00+01:00'), serviceId: 'erstordination' })
    put(house, { startsAt: at('2027-01-12T09:00:00+01:00'), serviceId: 'akupunktur' })
    put(house, { startsAt: at('2027-01-12T10:00:00+01:00'), serviceId: 'gone' })
    house.rows(
      `update occupations set resource_id = 'room-2' where starts_at = ? returning id`,
      at('2027-01-12T10:00:00+01:00'),
    )
    house.rows('delete from occupations where starts_at = ? returning id', at('2027-01-12T09:00:00+01:00'))
    expect(
      listAppointments(house.ctx(), dayNumber('2027-01-12')).map(({ resourceId, firstVisit }) => [
        resourceId,
        firstVisit,
      ]),
    ).toEqual([
      ['doctor-1', true],
      ['doctor-1', false],
      ['room-2', false],
    ])
  })
})
