import { expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { readStaffSignature } from '../shared/staff-signature.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastMail } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { notify } from './notify.ts'

it('the links with which the practice decides expire at the start that they are about', () => {
  const app = openTestApp()
  const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
  const moveToAt = Date.parse('2027-01-14T10:00:00+01:00')
  const expiries = () =>
    [...lastMail(app).text.matchAll(/sig=(\S+)/g)].map(([, sig = '']) => readStaffSignature(sig)?.expiresAt)

  const request = insertBooking(app.ctx().db, { startsAt })
  notify(app.ctx(), { kind: 'new-reservation', booking: request, facts: {} })
  expect(expiries()).toEqual([startsAt, startsAt])

  const asked = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: startsAt + HOUR, moveToAt })
  notify(app.ctx(), { kind: 'move-asked', booking: asked, facts: { to: moveToAt, message: '' } })
  expect(expiries()).toEqual([moveToAt, moveToAt])
})
