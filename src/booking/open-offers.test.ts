import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { FREED_START, LATER_START, openWaitingListApp } from '../testing/waiting-list-app.ts'
import { withdrawOffersWithin } from './open-offers.ts'

const START = Date.parse(FREED_START)
const END = START + 30 * MINUTE

it.each([
  [START - HOUR, START + 1, null, 'withdrawn'],
  [END - 1, END + HOUR, 'doctor-1', 'withdrawn'],
  [START - HOUR, START, null, 'open'],
  [END, END + HOUR, null, 'open'],
  [START, END, 'b', 'open'],
])('an absence from %i to %i of %s leaves an offer %s', (startsAt, endsAt, resourceId, status) => {
  const app = openWaitingListApp()
  app.wait(app.aBooking(LATER_START, { firstName: 'Rosa' }))
  app.free(FREED_START)
  app.offerDue()
  withdrawOffersWithin(app.ctx(), { startsAt, endsAt }, resourceId)
  expect(app.offers().map((offer) => offer.status)).toEqual([status])
})
