import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { FREED_START, LATER_START, openWaitingListApp } from '../testing/waiting-list-app.ts'
import { withdrawOffersWithin } from './open-offers.ts'

const START = Date.parse(FREED_START)
const END = START + 30 * MINUTE

it.each([
  { which: 'that ends just after its begin', startsAt: START - HOUR, endsAt: START + 1, status: 'withdrawn' },
  {
    which: 'of its doctor that begins just before its end',
    startsAt: END - 1,
    endsAt: END + HOUR,
    resourceId: 'doctor-1',
    status: 'withdrawn',
  },
  { which: 'that ends when it begins', startsAt: START - HOUR, endsAt: START, status: 'open' },
  { which: 'that begins when it ends', startsAt: END, endsAt: END + HOUR, status: 'open' },
  { which: 'of another doctor', startsAt: START, endsAt: END, resourceId: 'b', status: 'open' },
])('an offer is $status after an absence $which', ({ startsAt, endsAt, resourceId = null, status }) => {
  const app = openWaitingListApp()
  app.joinWithBooking(app.addBooking(LATER_START, { firstName: 'Rosa' }))
  app.freeTime(FREED_START)
  app.offerAfterUndoTime()
  withdrawOffersWithin(app.ctx(), { startsAt, endsAt }, resourceId)
  expect(app.listOffers().map((offer) => offer.status)).toEqual([status])
})
