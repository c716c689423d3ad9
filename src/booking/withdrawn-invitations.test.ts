import { beforeEach, describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { notifyCancelledByPatient, notifyConfirmed } from './notifications.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

describe('the cancellation of a confirmed appointment', () => {
  /** Changes the stored invitation, cancels, and returns the calendar part of the cancellation e-mail. */
  const calendarOfCancellation = (changes: string | undefined) => {
    const booking = insertBooking(app.ctx().db)
    notifyConfirmed(app.ctx(), booking, '')
    if (changes !== undefined)
      app.changeRows(`update messages set ${changes} where booking_id = ?`, booking.id)
    notifyCancelledByPatient(app.ctx(), booking, { wasConfirmed: true, reason: '' })
    const [mail] = app.rows<{ calendar: string | null }>(
      `select calendar from messages where kind = 'cancelled' and channel = 'email'`,
    )
    return mail?.calendar ?? null
  }

  it.each([
    { state: 'has been sent', changes: `status = 'sent', attempts = 1` },
    { state: 'is being sent', changes: `status = 'sending', attempts = 1` },
    { state: 'may have arrived, but the mail server’s answer was lost', changes: 'attempts = 1' },
    {
      state: 'was sent long ago and has been emptied since',
      changes: `status = 'sent', attempts = 1, calendar = null, emptied = 'x'`,
    },
  ])('withdraws the calendar entry if the invitation $state', ({ changes }) => {
    expect(calendarOfCancellation(changes)).toContain('METHOD:CANCEL')
  })

  it.each([
    { state: 'has not been sent yet', changes: undefined },
    { state: 'was suppressed', changes: `status = 'muted', error = 'Umbau'` },
  ])('withdraws no calendar entry if the invitation $state', ({ changes }) => {
    expect(calendarOfCancellation(changes)).toBeNull()
  })
})
