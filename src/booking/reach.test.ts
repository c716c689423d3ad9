import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listChannelsTo } from './reach.ts'

it.each<{ how: string; changes: Partial<Booking>; channels: string[] }>([
  { how: 'by SMS and e-mail', changes: {}, channels: ['sms', 'email'] },
  { how: 'by SMS without an address', changes: { email: '' }, channels: ['sms'] },
  { how: 'by e-mail at a landline', changes: { mobile: '05572 123456' }, channels: ['email'] },
  { how: 'by e-mail while a minor', changes: { birthOn: '2019-03-14' }, channels: ['email'] },
  {
    how: 'by telephone only at a landline without an address',
    changes: { mobile: '05572 123456', email: '' },
    channels: [],
  },
])('a patient is reached $how', ({ changes, channels }) => {
  const app = openTestApp()
  app.setUpSms()
  expect(listChannelsTo(app.ctx(), insertBooking(app.ctx().db, changes))).toEqual(channels)
})

it('a patient is reached by e-mail while no SMS provider is set up', () => {
  const app = openTestApp()
  expect(listChannelsTo(app.ctx(), insertBooking(app.ctx().db))).toEqual(['email'])
})
