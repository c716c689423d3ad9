import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { MINUTE } from '../shared/day.ts'
import { withPlainSpaces } from '../testing/plain-spaces.ts'
import { codeAndSentence, refusalCode } from '../testing/refusal.ts'
import { openSeriesApp, SERIES_STARTS, type SeriesApp, startsOf } from '../testing/series-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveByPatient } from './patient-moves.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoChange } from './undo.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

/** Returns the e-mails about a move of a series. */
const movedMails = () =>
  app.rows<{ text: string; due_at: number }>(
    `select * from messages where kind = 'series-moved' and channel = 'email'`,
  )

describe('cancelling an appointment and the later ones of its series', () => {
  it('keeps the earlier appointments, and frees the times of the others', () => {
    const [, second] = app.enterSeries().bookings
    const cancelled = cancelThisAndLater(app.assistant(), second.id, 'Fortbildung.')
    expect(cancelled.map(({ seriesPosition }) => seriesPosition)).toEqual([2, 3, 4])
    expect(
      app.rows('select series_position position, status from bookings order by series_position'),
    ).toEqual([
      { position: 1, status: 'confirmed' },
      { position: 2, status: 'cancelled' },
      { position: 3, status: 'cancelled' },
      { position: 4, status: 'cancelled' },
    ])
    const [firstWeek, ...laterWeeks] = SERIES_STARTS
    expect(app.occupiedStarts()).toEqual([firstWeek])
    expect(app.rows('select * from freed_times')).toHaveLength(laterWeeks.length)
  })

  it('leaves out those that were called off before', () => {
    const [first, second] = app.enterSeries().bookings
    cancelByStaff(app.assistant(), second.id, '')
    const cancelled = cancelThisAndLater(app.assistant(), first.id, '')
    expect(cancelled.map(({ seriesPosition }) => seriesPosition)).toEqual([1, 3, 4])
  })

  it('sends one e-mail with all times, which withdraws each appointment from the calendar', () => {
    const [, second] = app.enterSeries().bookings
    app.pass(MINUTE)
    cancelThisAndLater(app.assistant(), second.id, 'Fortbildung.')
    const [mail, ...others] = app.rows<{ text: string; calendar: string }>(
      `select * from messages where kind in ('series-cancelled', 'cancelled') and channel = 'email'`,
    )
    expect(others).toEqual([])
    const text = withPlainSpaces(mail?.text ?? '')
    expect(text).toContain('2 von 4: Dienstag, 19. Jänner 2027, 10:00 Uhr')
    expect(text).not.toContain('1 von 4')
    const [, ...laterWeeks] = SERIES_STARTS
    expect(mail?.calendar.match(/STATUS:CANCELLED/g)).toHaveLength(laterWeeks.length)
  })
})

describe('moving an appointment and the later ones of its series', () => {
  /** A series just before the clock change on 28 March. */
  const MARCH = [
    '2027-03-22T10:00:00+01:00',
    '2027-03-23T10:00:00+01:00',
    '2027-03-24T10:00:00+01:00',
  ] as const

  it('shifts each of them by the same number of days and wall-clock minutes, with one e-mail', () => {
    const [, second] = app.enterSeries({ starts: MARCH }).bookings
    app.pass(MINUTE)
    const moved = app.moveThisAndLater(second, '2027-03-29T11:30:00+02:00', { undoable: true })
    expect(startsOf(moved.bookings)).toEqual(['2027-03-29T11:30:00+02:00', '2027-03-30T11:30:00+02:00'])
    const [mail, ...others] = movedMails()
    expect([mail?.due_at, others]).toEqual([moved.undoUntil, []])
    expect(withPlainSpaces(mail?.text ?? '')).toContain(
      '3 von 3: Dienstag, 30. März 2027, 11:30 Uhr, bisher Mi 24. März, 10:00',
    )
  })

  it('leaves out those that were called off', () => {
    const [first, second, third] = app.enterSeries({ starts: MARCH }).bookings
    cancelByStaff(app.assistant(), second.id, '')
    const { bookings } = app.moveThisAndLater(first, '2027-03-29T11:30:00+02:00')
    expect(bookings.map(({ id }) => id)).toEqual([first.id, third.id])
    expect(app.occupiedStarts()).toEqual(startsOf(bookings))
  })

  it('can be undone without an e-mail', () => {
    const [, second, third] = app.enterSeries({ starts: MARCH }).bookings
    app.pass(MINUTE)
    app.moveThisAndLater(second, '2027-03-29T11:30:00+02:00', { undoable: true })
    undoChange(app.assistant(), third.id)
    expect(app.occupiedStarts()).toEqual(MARCH)
    expect(movedMails()).toEqual([])
  })

  it('sends the e-mail at once if the move is not undoable', () => {
    const [first] = app.enterSeries().bookings
    app.pass(MINUTE)
    const moved = app.moveThisAndLater(first, '2027-01-12T11:00:00+01:00')
    expect(moved.undoUntil).toBeUndefined()
    expect(movedMails()).toMatchObject([{ due_at: app.ctx().now }])
  })

  it.each([
    { direction: 'later', start: '2027-01-13T10:00:00+01:00', days: [13, 14, 15] },
    { direction: 'earlier', start: '2027-01-11T10:00:00+01:00', days: [11, 12, 13] },
  ])('can use times of the same series, a day $direction, and be undone', ({ start, days }) => {
    const atTen = (day: number) => `2027-01-${day}T10:00:00+01:00`
    const before = [12, 13, 14].map(atTen)
    const { bookings } = app.enterSeries({ starts: before })
    const [first] = bookings
    if (first === undefined) throw new Error('The series has no appointments.')
    app.pass(MINUTE)
    expect(startsOf(app.moveThisAndLater(first, start, { undoable: true }).bookings)).toEqual(days.map(atTen))
    undoChange(app.assistant(), first.id)
    expect(app.occupiedStarts()).toEqual(before)
  })

  it('is refused, and moves none of them, if one of the new times is occupied', () => {
    const [first] = app.enterSeries().bookings
    app.enterAppointment('2027-01-27T10:00:00+01:00')
    const stateBefore = app.bookingState()
    const [code, sentence = ''] =
      codeAndSentence(() => app.moveThisAndLater(first, '2027-01-13T10:00:00+01:00')) ?? []
    expect([code, withPlainSpaces(sentence)]).toEqual([
      'slot_taken',
      'Mi 27. Jänner, 10:00: Diese Zeit ist schon belegt. Die Termine bleiben, wo sie sind.',
    ])
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('is refused if the patient has asked for a time that the page does not show', () => {
    const [{ id, startsAt }] = app.enterSeries().bookings
    const asked = Date.parse('2027-01-12T11:00:00+01:00')
    moveByPatient(app.ctx(), id, { start: asked, message: '' })
    const start = Date.parse('2027-01-13T10:00:00+01:00')
    const refusalWhenShown = (shown: number) =>
      refusalCode(() => moveThisAndLater(app.assistant(), id, { start, shown, message: '', notify: true }))
    expect(refusalWhenShown(startsAt)).toBe('conflict')
    expect(refusalWhenShown(asked)).toBeUndefined()
  })

  it('is refused for a day on which the practice is closed', () => {
    const [first] = app.enterSeries().bookings
    const closed = { from: '2027-02-03', to: '2027-02-03' }
    saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...closed })
    expect(refusalCode(() => app.moveThisAndLater(first, '2027-01-13T10:00:00+01:00'))).toBe('slot_taken')
  })
})
