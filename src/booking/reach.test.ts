import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { channelsTo } from './reach.ts'

it.each<[string, Partial<Booking>, string[]]>([
  ['by SMS and e-mail', {}, ['sms', 'email']],
  ['by SMS without an address', { email: '' }, ['sms']],
  ['by e-mail at a landline', { mobile: '05572 123456' }, ['email']],
  ['by e-mail while a minor', { birthOn: '2019-03-14' }, ['email']],
  ['by telephone only at a landline without an address', { mobile: '05572 123456', email: '' }, []],
])('a patient is reached %s', (_, changes, channels) => {
  const app = openTestApp()
  app.setUpSms()
  expect(channelsTo(app.ctx(), insertBooking(app.ctx().db, changes))).toEqual(channels)
})

it('a patient is reached by e-mail while no SMS provider is set up', () => {
  const app = openTestApp()
  expect(channelsTo(app.ctx(), insertBooking(app.ctx().db))).toEqual(['email'])
})
