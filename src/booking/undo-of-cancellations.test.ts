import { describe, expect, it } from 'vitest'
import { claimDue } from '../messaging/outbox/leases.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { TOO_LATE_TO_UNDO } from '../testing/confirmed-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { ANY_TIME } from '../testing/waiting-list-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { moveByPatient } from './patient-moves.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'
import { addToWaitingList } from './waiting-list.ts'

const SELECT_OCCUPATIONS =
  'select booking_id, move_of, absence_id, starts_at, ends_at from occupations order by starts_at'

/** Claims the next due message of a channel, as its worker does. */
const claim = (app: TestApp, channel: 'email' | 'sms' | 'erp') =>
  claimDue(app.ctx(), { channel, lane: 'others' }, MINUTE)

describe('an undoable cancellation', () => {
  /**
   * Opens an app with a cancelled appointment that had paddings, and whose patient had asked for another time
   * and was on the waiting list for an earlier one. All messages from before the cancellation are sent.
   */
  function openCancelled({ notify = true } = {}) {
    const app = openTestApp()
    app.setUpOdoo()
    const { id, startsAt } = insertPaddedBooking(app)
    moveByPatient(app.ctx(), id, { start: startsAt + DAY_LENGTH, message: '' })
    addToWaitingList(app.assistant(), { booking_id: id, ...ANY_TIME })
    app.changeRows(`update messages set status = 'sent'`)
    const before = { booking: { ...getBooking(app.ctx(), id) }, occupations: app.rows(SELECT_OCCUPATIONS) }
    const { undoUntil } = cancelByStaff(app.assistant(), id, '', {
      canceller: 'patient',
      undoable: true,
      notify,
    })
    return { app, before, undoUntil, undo: () => undoChange(app.assistant(), before.booking.id) }
  }

  /** Inserts a confirmed appointment that takes five minutes before and ten minutes after it as well. */
  function insertPaddedBooking(app: TestApp) {
    const booking = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung', status: 'confirmed' })
    app.changeRows(
      'update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?',
      5 * MINUTE,
      10 * MINUTE,
    )
    return booking
  }

  it('frees the time at once, and can be undone for ten seconds', () => {
    const { app, before, undoUntil } = openCancelled()
    expect(undoUntil).toBe(app.ctx().now + UNDO_MS)
    expect(getBooking(app.ctx(), before.booking.id)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'patient',
    })
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('restores the time, the time asked for, and the waiting entry when undone', () => {
    const { app, before, undo } = openCancelled()
    app.pass(UNDO_MS - 1)
    const restored = undo()
    // The sequence of the patient's calendar entry never goes back.
    const { updatedAt, calendarSequence } = restored
    expect(restored).toEqual({ ...before.booking, updatedAt, calendarSequence })
    expect(app.rows(SELECT_OCCUPATIONS)).toEqual(before.occupations)
    expect(app.rows('select id from waiting_entries where ended_at is null')).toHaveLength(1)
  })

  it('tells the patient nothing when undone, but has Odoo compare the appointment again', () => {
    const { app, undo } = openCancelled()
    app.pass(UNDO_MS - 1)
    undo()
    app.pass(MINUTE)
    expect(claim(app, 'email')).toBeUndefined()
    expect(claim(app, 'sms')).toBeUndefined()
    expect(claim(app, 'erp')?.kind).toBe('erp-push')
  })

  it('restores both times even if an absence overlaps a padding of the time asked for', () => {
    const { app, before, undo } = openCancelled()
    const end = before.booking.endsAt + DAY_LENGTH
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, start: end, end: end + HOUR })
    undo()
    const ofBookings = app.rows(SELECT_OCCUPATIONS).filter(({ absence_id }) => absence_id === null)
    expect(ofBookings).toEqual(before.occupations)
  })

  it('is announced after ten seconds, by e-mail only to a patient who has called', () => {
    const { app } = openCancelled()
    expect(app.rows(`select channel from messages where kind = 'cancelled'`)).toEqual([{ channel: 'email' }])
    app.pass(UNDO_MS - 1)
    expect(claim(app, 'email')).toBeUndefined()
    app.pass(1)
    expect(claim(app, 'email')?.text).toContain('wie gewünscht abgesagt')
  })

  it('sends nothing if the practice does not want to notify the patient', () => {
    const { app } = openCancelled({ notify: false })
    expect(app.rows(`select id from messages where kind like 'cancelled%'`)).toEqual([])
  })

  it('cannot be undone after ten seconds', () => {
    const { app, undo } = openCancelled()
    app.pass(UNDO_MS)
    expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
  })

  it.each([{ notify: true }, { notify: false }])(
    'cannot be undone once its patient has cancelled too (notify: $notify)',
    ({ notify }) => {
      const { app, before, undo } = openCancelled({ notify })
      const { id } = before.booking
      expect(cancelByPatient(app.ctx(), id, '').status).toBe('cancelled')
      expect(undo).toThrow(expect.objectContaining(TOO_LATE_TO_UNDO))
      expect(getBooking(app.ctx(), id).status).toBe('cancelled')
      expect(claim(app, 'email')?.kind).toBe(notify ? 'cancelled' : undefined)
    },
  )

  it('cannot be undone when somebody else has the time', () => {
    const { app, before, undo } = openCancelled()
    const { id, startsAt } = before.booking
    insertBooking(app.ctx().db, { startsAt, email: 'otto@beispielmann.example' })
    expect(undo).toThrow(expect.objectContaining({ code: 'slot_taken' }))
    expect(getBooking(app.ctx(), id).status).toBe('cancelled')
  })
})
