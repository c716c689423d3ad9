import { describe, expect, it } from 'vitest'
import { refusalCode } from '../testing/refusal.ts'
import { openSeriesApp, SERIES_STARTS } from '../testing/series-app.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

describe('undoing a series', () => {
  it('deletes all its appointments and messages', () => {
    const app = openSeriesApp()
    app.setUpOdoo()
    const stateBefore = app.bookingState()
    const { bookings, undoUntil } = app.enterSeries({ undoable: true })
    expect(undoUntil).toBe(Date.now() + UNDO_MS)
    app.pass(UNDO_MS - 1000)
    const [, , third] = bookings
    expect(undoChange(app.assistant(), third.id).id).toBe(third.id)
    expect(app.bookingState()).toEqual(stateBefore)
    expect(app.rows('select * from booking_search')).toEqual([])
  })

  it('is refused once the messages are due', () => {
    const app = openSeriesApp()
    const [first] = app.enterSeries({ undoable: true }).bookings
    app.pass(UNDO_MS + 1)
    expect(refusalCode(() => undoChange(app.assistant(), first.id))).toBe('too_late')
    expect(app.rows('select * from bookings')).toHaveLength(SERIES_STARTS.length)
  })
})
