import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openSeriesApp, type SeriesApp, startsOf } from '../testing/series-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoDecision } from './undo.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

describe('an appointment and all later ones of its series', () => {
  it('are cancelled with one message, and the earlier appointments stay', () => {
    const { bookings } = app.enter()
    app.pass(MINUTE)
    const cancelled = cancelThisAndLater(app.assistant(), bookings[1]?.id ?? '', 'Fortbildung.')
    expect(cancelled.map(({ seriesPosition }) => seriesPosition)).toEqual([2, 3, 4])
    expect(app.rows(`select series_position p, status from bookings order by p`)).toEqual([
      { p: 1, status: 'confirmed' },
      ...[2, 3, 4].map((p) => ({ p, status: 'cancelled' })),
    ])

    const [mail, ...others] = app.rows<{ text: string; calendar: string }>(
      `select * from messages where kind in ('series-cancelled', 'cancelled') and channel = 'email'`,
    )
    expect(others).toEqual([])
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('2 von 4: Dienstag, 19. Jänner 2027, 10:00 Uhr')
    expect(mail?.text).not.toContain('1 von 4')
    expect(mail?.calendar.match(/STATUS:CANCELLED/g)).toHaveLength(3)
    expect(app.occupied()).toHaveLength(1)
    expect(app.rows('select * from freed_times')).toHaveLength(3)
  })

  it('move by the same number of days and wall-clock minutes, with one message, and can be taken back', () => {
    const days = ['2027-03-22', '2027-03-23', '2027-03-24'].map((day) => `${day}T10:00:00+01:00`)
    const { bookings } = app.enter({ starts: days })
    app.pass(MINUTE)
    const { bookings: moved, undoUntil } = moveThisAndLater(app.assistant(), bookings[1]?.id ?? '', {
      start: Date.parse('2027-03-29T11:30:00+02:00'),
      message: '',
      notify: true,
      undoable: true,
    })
    expect(startsOf(moved)).toEqual(['2027-03-29T11:30:00+02:00', '2027-03-30T11:30:00+02:00'])

    const mails = () =>
      app.rows<{ text: string; due_at: number }>(
        `select * from messages where kind = 'series-moved' and channel = 'email'`,
      )
    expect(mails()).toMatchObject([{ due_at: undoUntil }])
    expect(mails()[0]?.text.replaceAll('\u00a0', ' ')).toContain(
      '3 von 3: Dienstag, 30. März 2027, 11:30 Uhr, bisher Mi 24. März, 10:00',
    )

    undoDecision(app.assistant(), moved[1]?.id ?? '')
    expect(app.occupied().map(([start = 0]) => isoAt(start))).toEqual(days)
    expect(mails()).toEqual([])
  })

  it('move for good, with a message at once, where the practice does not keep the move undoable', () => {
    const { bookings } = app.enter()
    app.pass(MINUTE)
    const [first] = bookings
    const start = (first?.startsAt ?? 0) + HOUR
    const moved = moveThisAndLater(app.assistant(), first?.id ?? '', { start, message: '', notify: true })
    expect(moved.undoUntil).toBeUndefined()
    const mails = `select due_at from messages where kind = 'series-moved' and channel = 'email'`
    expect(app.rows(mails)).toEqual([{ due_at: app.ctx().now }])
  })

  it('can move to times that they have themselves, and back', () => {
    const days = [12, 13, 14].map((day) => `2027-01-${day}T10:00:00+01:00`)
    const { bookings } = app.enter({ starts: days })
    app.pass(MINUTE)
    const move = (start: string) =>
      moveThisAndLater(app.assistant(), bookings[0]?.id ?? '', {
        start: Date.parse(start),
        message: '',
        notify: true,
        undoable: true,
      })
    expect(startsOf(move('2027-01-13T10:00:00+01:00').bookings)).toEqual([
      ...days.slice(1),
      '2027-01-15T10:00:00+01:00',
    ])

    undoDecision(app.assistant(), bookings[2]?.id ?? '')
    expect(app.occupied().map(([start = 0]) => isoAt(start))).toEqual(days)

    expect(startsOf(move('2027-01-11T10:00:00+01:00').bookings)).toEqual([
      '2027-01-11T10:00:00+01:00',
      ...days.slice(0, 2),
    ])
    undoDecision(app.assistant(), bookings[0]?.id ?? '')
    expect(app.occupied().map(([start = 0]) => isoAt(start))).toEqual(days)
  })

  it('stay where they are when one of the new times is occupied', () => {
    const { bookings } = app.enter()
    app.occupy('2027-01-27T10:00:00+01:00')

    const before = app.everything()
    const problem = refusalOf(() =>
      moveThisAndLater(app.assistant(), bookings[0]?.id ?? '', {
        start: Date.parse('2027-01-13T10:00:00+01:00'),
        message: '',
        notify: true,
      }),
    )
    expect([problem?.code, problem?.message.replaceAll('\u00a0', ' ')]).toEqual([
      'slot_taken',
      'Mi 27. Jänner, 10:00: Diese Zeit ist schon belegt. Die Termine bleiben, wo sie sind.',
    ])
    expect(app.everything()).toEqual(before)
  })

  it('cannot move to a day on which the practice is closed', () => {
    const { bookings } = app.enter()
    saveAbsence(app.assistant(), {
      kind: 'closure',
      title: 'Urlaub',
      reason: '',
      resource_id: null,
      from: '2027-02-03',
      to: '2027-02-03',
    })
    expect(
      refusalOf(() =>
        moveThisAndLater(app.assistant(), bookings[0]?.id ?? '', {
          start: Date.parse('2027-01-13T10:00:00+01:00'),
          message: '',
          notify: true,
        }),
      )?.code,
    ).toBe('slot_taken')
  })
})
