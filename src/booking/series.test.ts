import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import { withPlainSpaces } from '../testing/plain-spaces.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openSeriesApp, SERIES_STARTS, type SeriesApp, startsOf } from '../testing/series-app.ts'

/** `REPEATED_WITHIN_MS`, restated so that a change of the rule makes a test fail. */
const REPEATED_MINUTES = 5

// The series of these tests has four appointments.
const [FIRST, , THIRD] = SERIES_STARTS

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

describe('a series', () => {
  it('has an appointment at each start, numbered by time regardless of the order of the starts', () => {
    const { seriesId, bookings } = app.enterSeries({ starts: SERIES_STARTS.toReversed() })
    expect(startsOf(bookings)).toEqual(SERIES_STARTS)
    expect(bookings).toMatchObject(
      SERIES_STARTS.map((_, i) => ({
        seriesId,
        seriesPosition: i + 1,
        status: 'confirmed',
        serviceName: 'Folgebehandlung',
      })),
    )
    expect(app.occupiedStarts()).toEqual(SERIES_STARTS)
  })

  it('is returned unchanged when it is entered again within five minutes and marked as repeated', () => {
    const first = app.enterSeries({ undoable: true })
    app.pass(REPEATED_MINUTES * MINUTE - 1)
    const countMessages = () => app.rows('select id from messages').length
    const countBefore = countMessages()
    const again = app.enterSeries({ starts: SERIES_STARTS.toReversed(), undoable: true, again: true })
    expect(again.seriesId).toBe(first.seriesId)
    expect(again.undoUntil).toBe(first.undoUntil)
    expect(startsOf(again.bookings)).toEqual(SERIES_STARTS)
    expect(countMessages()).toBe(countBefore)
  })

  it('is refused when it is entered again without being marked as repeated, or after five minutes', () => {
    app.enterSeries({ undoable: true })
    expect(refusalOf(() => app.enterSeries())?.code).toBe('slot_taken')
    app.pass(REPEATED_MINUTES * MINUTE)
    expect(refusalOf(() => app.enterSeries({ again: true }))?.code).toBe('slot_taken')
  })

  it('is refused as repeated if its times are those of two series', () => {
    const [first, second, third, fourth] = SERIES_STARTS
    app.enterSeries({ starts: [first, third] })
    app.enterSeries({ starts: [second, fourth] })
    expect(refusalOf(() => app.enterSeries({ again: true }))?.code).toBe('slot_taken')
  })

  it('has an event, an audit row and a push to Odoo for each of its appointments', () => {
    app.setUpOdoo()
    app.enterSeries({ message: 'Bis bald.' })
    const countRows = (sql: string) => app.rows(sql).length
    expect([
      countRows(`select id from events where kind = 'entered' and message = 'Bis bald.'`),
      countRows(`select id from audit where action = 'booking-entered'`),
      countRows(`select distinct booking_id from messages where channel = 'erp'`),
    ]).toEqual([SERIES_STARTS.length, SERIES_STARTS.length, SERIES_STARTS.length])
  })

  it('is not entered at all if one of its times is taken, and the refusal names that time', () => {
    app.enterAppointment(THIRD)
    const stateBefore = app.bookingState()
    const problem = refusalOf(() => app.enterSeries())
    expect(problem?.code).toBe('slot_taken')
    expect(problem?.facts.index).toBe(SERIES_STARTS.indexOf(THIRD))
    expect(withPlainSpaces(problem?.message ?? '')).toBe(
      '3. Termin, Di 26. Jänner, 10:00: Diese Zeit ist schon belegt. Es wurde nichts eingetragen.',
    )
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it.each([
    { wrong: 'a start in the past', starts: [FIRST, '2027-01-05T10:00:00+01:00'], index: 1 },
    { wrong: 'a start with seconds', starts: [FIRST, '2027-01-19T10:00:30+01:00'], index: 1 },
    { wrong: 'the same start twice', starts: [FIRST, FIRST], index: undefined },
  ])('is refused with $wrong', ({ starts, index }) => {
    const problem = refusalOf(() => app.enterSeries({ starts }))
    expect(problem).toMatchObject({ code: 'invalid', facts: { fields: { starts: expect.any(String) } } })
    expect(problem?.facts.index).toBe(index)
    expect(app.rows('select * from bookings')).toEqual([])
  })

  it('does not report a database failure as a taken time', () => {
    withFullDisk(app.ctx(), 'insert on bookings', () => expect(() => app.enterSeries()).toThrow(DISK_FULL))
    expect(app.rows('select id from bookings')).toEqual([])
    expect(app.occupied()).toEqual([])
  })
})
