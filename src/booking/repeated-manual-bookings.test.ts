import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { CALLER } from '../testing/factory.ts'
import { type ManualBookingApp, openManualBookingApp, TIME_IS_TAKEN } from '../testing/manual-booking-app.ts'
import { cancelByStaff } from './cancellation.ts'

let app: ManualBookingApp

beforeEach(() => {
  app = openManualBookingApp()
})

// An entry counts as repeated within five minutes (`REPEATED_WITHIN_MS`).
describe('the same entry sent again after its answer was lost', () => {
  it('returns the existing appointment and sends no further message', () => {
    const { id } = app.enter({ undoable: true })
    app.pass(4 * MINUTE)
    const messages = app.rows('select id from messages')
    expect(app.enter({ undoable: true, again: true }).id).toBe(id)
    expect(app.rows('select id from bookings')).toEqual([{ id }])
    expect(app.rows('select id from messages')).toEqual(messages)
  })

  it('is refused after five minutes', () => {
    app.enter()
    app.pass(5 * MINUTE)
    expect(app.refusalToEnter({ again: true })).toEqual(TIME_IS_TAKEN)
  })

  it.each([
    { whom: 'for somebody else', changes: { contact: { ...CALLER, firstName: 'Jodok' } } },
    { whom: 'for another service', changes: { serviceId: 'akupunktur' } },
  ])('is refused $whom', ({ changes }) => {
    app.enter()
    expect(app.refusalToEnter({ ...changes, again: true })).toEqual(TIME_IS_TAKEN)
  })

  it('is refused unless the call says that it is a repetition', () => {
    app.enter()
    expect(app.refusalToEnter()).toEqual(TIME_IS_TAKEN)
  })

  it('enters a new appointment once the first one was cancelled', () => {
    const { id } = app.enter()
    cancelByStaff(app.assistant(), id, '')
    expect(app.enter({ again: true }).id).not.toBe(id)
  })
})
