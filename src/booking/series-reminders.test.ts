import { beforeEach, describe, expect, it } from 'vitest'
import { openSeriesApp, type SeriesApp } from '../testing/series-app.ts'
import { remindDue } from './reminders.ts'

let app: SeriesApp
beforeEach(() => {
  app = openSeriesApp()
})

/** Lists the ids of the appointments reminded of by e-mail, in the order of the reminders. */
function listReminded(): string[] {
  const reminders = app.rows<{ booking_id: string }>(
    `select booking_id from messages where kind = 'reminder' and channel = 'email' order by id`,
  )
  return reminders.map(({ booking_id }) => booking_id)
}

/** Runs the job that reminds patients at this time. Reminders are due 48 hours before the start. */
function remindAt(time: string): void {
  app.setClock(time)
  remindDue(app.ctx())
}

describe('a series', () => {
  it('causes a reminder of each of its appointments', () => {
    const [first, second] = app.enterSeries().bookings
    remindAt('2027-01-11T10:00:00+01:00')
    expect(listReminded()).toEqual([first.id])
    remindAt('2027-01-18T10:00:00+01:00')
    expect(listReminded()).toEqual([first.id, second.id])
  })
})

describe('an appointment of a series that was confirmed after the reminder was due', () => {
  const TOMORROW = '2027-01-20T09:00:00+01:00'
  const DAY_AFTER = '2027-01-21T09:00:00+01:00'

  it('causes no reminder', () => {
    app.setClock('2027-01-19T12:00:00+01:00')
    app.enterSeries({ starts: [TOMORROW, DAY_AFTER] })
    remindAt('2027-01-20T08:30:00+01:00')
    expect(listReminded()).toEqual([])
  })

  it('causes a reminder if it was moved without notification since', () => {
    app.setClock('2027-01-19T12:00:00+01:00')
    const [, moved] = app.enterSeries({ starts: [TOMORROW, DAY_AFTER] }).bookings
    app.moveSilently(moved, '2027-01-21T11:00:00+01:00')
    remindAt('2027-01-20T08:30:00+01:00')
    expect(listReminded()).toEqual([moved.id])
  })
})

describe('an appointment of a series still causes its reminder', () => {
  it('when another patient’s series is confirmed at the time of the reminder', () => {
    const [first] = app.enterSeries().bookings
    app.setClock('2027-01-11T10:00:00+01:00')
    app.enterSeries({ starts: ['2027-01-14T09:00:00+01:00', '2027-01-15T09:00:00+01:00'] })
    remindDue(app.ctx())
    expect(listReminded()).toEqual([first.id])
  })

  it('when only the later appointments are moved at the time of the reminder', () => {
    const [first, second] = app.enterSeries().bookings
    app.moveSilently(first, '2027-01-12T11:00:00+01:00')
    app.setClock('2027-01-11T10:00:00+01:00')
    app.moveThisAndLater(second, '2027-01-19T11:00:00+01:00')
    remindDue(app.ctx())
    expect(listReminded()).toEqual([first.id])
  })
})
