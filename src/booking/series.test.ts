import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { lastMail } from '../testing/factory.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openSeriesApp, type SeriesApp, startsOf, WEEKS } from '../testing/series-app.ts'
import { isoAt } from '../time/vienna.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'
import { remindDue } from './reminders.ts'
import { moveThisAndLater } from './series-changes.ts'
import { planSeries } from './series-plan.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

/** How many appointments there are, and after how many days or weeks each follows. */
type Rhythm = Readonly<{ times: number; every?: number; unit?: 'week' | 'day' }>

const plan = (start: string, { times, every = 1, unit = 'week' }: Rhythm) =>
  planSeries(app.assistant(), { serviceId: 'folgebehandlung', start: Date.parse(start), every, unit, times })

describe('the plan of a series', () => {
  it('keeps the time of day when the clocks change, and has no reasons for free times', () => {
    const planned = plan('2027-03-23T10:00:00+01:00', { times: 3 })
    expect(planned.map(({ start }) => isoAt(start))).toEqual([
      '2027-03-23T10:00:00+01:00',
      '2027-03-30T10:00:00+02:00',
      '2027-04-06T10:00:00+02:00',
    ])
    expect(planned.map(({ reasons }) => reasons)).toEqual([[], [], []])
  })

  it('has the reason of each time that is not free, with free times of the same day and week', () => {
    app.occupy(WEEKS[1] as string)
    const [first, second, third] = plan(WEEKS[0] as string, { times: 3 })
    expect([first, third].map((time) => time?.alternatives)).toEqual([[], []])
    expect(second?.reasons).toMatchObject([{ kind: 'booking', text: expect.stringContaining('Otto') }])
    const alternatives = startsOf(second?.alternatives.map((startsAt) => ({ startsAt })) ?? [])
    expect(alternatives).toHaveLength(3)
    expect(alternatives.slice(0, 2).map((start) => start.slice(0, 10))).toEqual(['2027-01-19', '2027-01-19'])
    expect(alternatives[2]).toMatch(/^2027-01-(18|20)T10:00/)
    expect(() => app.enter({ starts: alternatives })).not.toThrow()
  })

  it('suggests one time of each nearest day when the day itself is closed', () => {
    const closed = { from: '2027-01-19', to: '2027-01-19' }
    saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...closed })
    const [time] = plan(WEEKS[1] as string, { times: 1 })
    const days = time?.alternatives.map((start) => isoAt(start).slice(0, 10)) ?? []
    expect(days.toSorted()).toEqual(['2027-01-18', '2027-01-20', '2027-01-21'])
  })

  it('suggests the nearest times, which may lie right beside each other', () => {
    app.occupy('2027-01-19T08:00:00+01:00')
    const [time] = plan('2027-01-19T08:00:00+01:00', { times: 1 })
    const alternatives = time?.alternatives.map((startsAt) => isoAt(startsAt).slice(0, 16))
    expect(alternatives?.slice(0, 2)).toEqual(['2027-01-19T08:30', '2027-01-19T09:00'])

    const [late] = plan('2027-01-19T19:30:00+01:00', { times: 1 })
    const before = late?.alternatives.map((startsAt) => isoAt(startsAt).slice(0, 16))
    expect(before?.slice(0, 2)).toEqual(['2027-01-19T17:00', '2027-01-19T16:30'])
  })

  it('suggests no two times that collide, whichever the practice chooses', () => {
    const start = Date.parse('2027-01-11T10:00:00+01:00')
    for (let day = 0; day < 5; day++) app.occupy(isoAt(start + day * DAY_LENGTH))
    const planned = plan(isoAt(start), { times: 5, unit: 'day' })
    const all = planned.flatMap(({ start, reasons, alternatives }) =>
      reasons.length === 0 ? [start] : alternatives,
    )
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(5)
    expect(() => app.enter({ starts: all.map(isoAt) })).not.toThrow()
  })

  it('suggests nothing for times more than two years ahead, and has that as the reason', () => {
    const planned = plan(WEEKS[0] as string, { times: 20, every: 8 })
    expect(isoAt(planned[1]?.start ?? 0)).toBe('2027-03-09T10:00:00+01:00')
    expect(planned.at(-1)?.reasons).toMatchObject([{ kind: 'horizon' }])
    expect(planned.at(-1)?.alternatives).toEqual([])
  })
})

describe('a series', () => {
  it('has an appointment at each start, numbered by time, each with its event, audit row and push', () => {
    app.setUpOdoo()
    const { seriesId, bookings } = app.enter({ starts: WEEKS.toReversed(), message: 'Bis bald.' })
    expect(startsOf(bookings)).toEqual(WEEKS)
    expect(bookings).toMatchObject(
      WEEKS.map((_, i) => ({
        seriesId,
        seriesPosition: i + 1,
        status: 'confirmed',
        serviceName: 'Folgebehandlung',
      })),
    )
    expect(app.occupied().map(([start = 0]) => isoAt(start))).toEqual(WEEKS)

    expect(app.rows(`select id from events where kind = 'entered' and message = 'Bis bald.'`)).toHaveLength(4)
    expect(app.rows(`select id from audit where action = 'booking-entered'`)).toHaveLength(4)
    expect(app.rows(`select distinct booking_id from messages where channel = 'erp'`)).toHaveLength(4)
  })

  it('is told by one e-mail with all times and a calendar file, and by one SMS', () => {
    app.setUpSms()
    app.enter({ message: 'Bitte Sportkleidung.' })
    const sent = app.rows<{ channel: string; kind: string }>(`select channel, kind from messages order by id`)
    expect(sent).toEqual([
      { channel: 'email', kind: 'series-confirmed' },
      { channel: 'sms', kind: 'series-confirmed' },
    ])

    const [mail] = app.rows<{ subject: string; text: string; calendar: string }>(
      `select * from messages where channel = 'email'`,
    )
    const text = mail?.text.replaceAll('\u00a0', ' ') ?? ''
    expect(mail?.subject).toMatch(/^4 Termine bestätigt, der erste: Dienstag, 12\./)
    expect(text).toContain('1 von 4: Dienstag, 12. Jänner 2027, 10:00 Uhr')
    expect(text).toContain('4 von 4: Dienstag, 2. Februar 2027')
    expect(text).toContain('> Bitte Sportkleidung.')
    expect(mail?.calendar).toContain('METHOD:PUBLISH')
    expect(mail?.calendar.match(/BEGIN:VEVENT/g)).toHaveLength(4)
    expect(new Set(mail?.calendar.match(/UID:.*/g)).size).toBe(4)

    const [sms] = app.rows<{ text: string }>(`select text from messages where channel = 'sms'`)
    expect(sms?.text).toContain('4 Termine bestätigt, der erste: Di 12. Jänner, 10:00 Uhr.')
  })

  it('is not entered at all when one of its times is taken, and that time is named', () => {
    app.occupy(WEEKS[2] as string)
    const before = app.everything()
    const problem = refusalOf(() => app.enter())
    expect([problem?.code, problem?.facts.index]).toEqual(['slot_taken', 2])
    expect(problem?.message.replaceAll('\u00a0', ' ')).toBe(
      '3. Termin, Di 26. Jänner, 10:00: Diese Zeit ist schon belegt. Es wurde nichts eingetragen.',
    )
    expect(app.everything()).toEqual(before)
  })

  it.each([
    ['a start in the past', [WEEKS[0] as string, '2027-01-05T10:00:00+01:00'], 1],
    ['a start with seconds', [WEEKS[0] as string, '2027-01-19T10:00:30+01:00'], 1],
    ['the same start twice', [WEEKS[0] as string, WEEKS[0] as string], undefined],
  ])('refuses %s', (_name, starts, index) => {
    const problem = refusalOf(() => app.enter({ starts }))
    expect(problem).toMatchObject({ code: 'invalid', facts: { fields: { starts: expect.any(String) } } })
    expect(problem?.facts.index).toBe(index)
    expect(app.rows('select * from bookings')).toEqual([])
  })

  /** Lists the ids of the appointments with a reminder by e-mail, in the order of the reminders. */
  const listReminded = () =>
    app
      .rows<{ id: string }>(
        `select booking_id id from messages where kind = 'reminder' and channel = 'email' order by messages.id`,
      )
      .map(({ id }) => id)

  it('does not take a failure of the database for a taken time', () => {
    withFullDisk(app.ctx(), 'insert on bookings', () => expect(() => app.enter()).toThrow(DISK_FULL))
    expect([app.rows('select id from bookings'), app.occupied()]).toEqual([[], []])
  })

  it('has a reminder of each of its appointments', () => {
    const { bookings } = app.enter()
    app.at('2027-01-11T10:00:00+01:00')
    remindDue(app.ctx())
    app.at('2027-01-18T10:00:00+01:00')
    remindDue(app.ctx())
    expect(listReminded()).toEqual([bookings[0]?.id, bookings[1]?.id])
  })

  it('has no reminder of an appointment that was told after its reminder was due, unless it was moved since', () => {
    app.at('2027-01-19T12:00:00+01:00')
    const { bookings } = app.enter({ starts: ['2027-01-20T09:00:00+01:00', '2027-01-21T09:00:00+01:00'] })
    moveBooking(app.assistant(), bookings[1]?.id ?? '', {
      start: Date.parse('2027-01-21T11:00:00+01:00'),
      message: '',
      notify: false,
    })
    app.at('2027-01-20T08:30:00+01:00')
    remindDue(app.ctx())
    expect(listReminded()).toEqual([bookings[1]?.id])
  })

  it('has a reminder of an appointment although another patient was told about a series when it was due', () => {
    const { bookings } = app.enter()
    app.at('2027-01-11T10:00:00+01:00')
    app.enter({ starts: ['2027-01-14T09:00:00+01:00', '2027-01-15T09:00:00+01:00'] })
    remindDue(app.ctx())
    expect(listReminded()).toEqual([bookings[0]?.id])
  })

  it('has a reminder of an appointment that stayed, although later ones were moved when it was due', () => {
    const { bookings } = app.enter()
    // The patient is not told about this move, which is before the reminder is due.
    const [first, second] = bookings
    moveBooking(app.assistant(), first?.id ?? '', {
      start: Date.parse('2027-01-12T11:00:00+01:00'),
      message: '',
      notify: false,
    })
    app.at('2027-01-11T10:00:00+01:00')
    const start = Date.parse('2027-01-19T11:00:00+01:00')
    moveThisAndLater(app.assistant(), second?.id ?? '', { start, message: '', notify: true })
    remindDue(app.ctx())
    expect(listReminded()).toEqual([first?.id])
  })

  it('has a cancelled appointment withdrawn from the calendar even while its own e-mail waits', () => {
    const { bookings } = app.enter({ undoable: true })
    app.pass(1000)
    cancelByStaff(app.assistant(), bookings[2]?.id ?? '', '')
    const waiting = app.rows<{ kind: string; due: number; calendar: string }>(
      `select kind, due_at due, calendar from messages where status = 'queued' order by due_at, id`,
    )
    expect(waiting.map(({ kind, due }) => [kind, due])).toEqual([
      ['series-confirmed', Date.now()],
      ['cancelled', Date.now()],
    ])
    expect(waiting[1]?.calendar).toContain('METHOD:CANCEL')
    expect(lastMail(app).text).toContain('Serie: 3 von 4')
    expect(refusalOf(() => undoDecision(app.assistant(), bookings[0]?.id ?? ''))?.code).toBe('too_late')
  })
})

describe('undo of a series', () => {
  it('deletes all of its appointments, and nobody is told', () => {
    app.setUpOdoo()
    const before = app.everything()
    const { bookings, undoUntil } = app.enter({ undoable: true })
    expect(undoUntil).toBe(Date.now() + UNDO_MS)
    app.pass(UNDO_MS - 1000)
    expect(undoDecision(app.assistant(), bookings[2]?.id ?? '')).toMatchObject({ id: bookings[2]?.id })
    expect(app.everything()).toEqual(before)
    expect(app.rows('select * from booking_search')).toEqual([])
  })

  it('is refused once the patient was told', () => {
    const { bookings } = app.enter({ undoable: true })
    app.pass(UNDO_MS + 1)
    expect(refusalOf(() => undoDecision(app.assistant(), bookings[0]?.id ?? ''))?.code).toBe('too_late')
    expect(app.rows('select * from bookings')).toHaveLength(4)
  })
})
