import { beforeEach, describe, expect, it } from 'vitest'
import { lastMail } from '../testing/factory.ts'
import {
  EARLIER_MOVE_START,
  halfHoursFrom,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { refusalCode } from '../testing/refusal.ts'
import { dropLapsedMoves } from './asked-moves.ts'
import { remindPracticeOfUnanswered } from './practice-reminders.ts'
import { remindDue } from './reminders.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

/** Runs the job that reminds the practice at this time. @returns the number of its reminders so far */
function countRemindersAt(time: string): number {
  app.setClock(time)
  remindPracticeOfUnanswered(app.ctx())
  return app.rows(`select id from messages where subject like '%noch unbeantwortet%'`).length
}

describe('an undecided move', () => {
  /** The time asked for, and the instant at which the first of it and the appointment begins. */
  const LAPSES = [
    { what: 'the time asked for', asked: EARLIER_MOVE_START, lapsesAt: EARLIER_MOVE_START },
    { what: 'an appointment before that time', asked: LATER_MOVE_START, lapsesAt: OLD_START },
  ]

  it.each(LAPSES)('lapses at the start of $what, and notifies its patient', ({ asked, lapsesAt }) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, asked)
    const justBefore = new Date(Date.parse(lapsesAt) - 1).toISOString()
    app.setClock(justBefore)
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toHaveLength(2)

    app.setClock(lapsesAt)
    dropLapsedMoves(app.ctx())
    dropLapsedMoves(app.ctx())
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START))
    expect(app.eventKinds().slice(-2)).toEqual(['move-asked', 'move-lapsed'])
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])
    expect(lastMail(app).text).toContain('nicht rechtzeitig beantwortet')
  })

  it.each(LAPSES)('can no longer be confirmed from the start of $what on', ({ asked, lapsesAt }) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, asked)
    app.setClock(lapsesAt)
    expect(refusalCode(() => app.decide(booking, 'confirm'))).toBe('too_late')
  })

  it('causes one reminder to the practice after a day, whose link can confirm it', () => {
    app.moveByPatient(app.addConfirmed(), NEW_START)
    // The patient has asked at `NOW`, which is 7 January at 13:40.
    expect(countRemindersAt('2027-01-08T13:39:00+01:00')).toBe(0)
    expect(countRemindersAt('2027-01-08T13:40:00+01:00')).toBe(1)
    expect(countRemindersAt('2027-01-08T13:40:00+01:00')).toBe(1)
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-asked'])
    const link = app.findDecisionLink('move-asked', 'confirm')
    expect(app.decideByLink(link).booking.startsAt).toBe(Date.parse(NEW_START))
  })

  it.each([
    {
      when: 'even a minute before the time that was asked for',
      time: '2027-01-11T08:59:00+01:00',
      reminders: 1,
    },
    { when: 'no longer once the time that was asked for has begun', time: EARLIER_MOVE_START, reminders: 0 },
  ])('causes a reminder to the practice $when', ({ time, reminders }) => {
    app.moveByPatient(app.addConfirmed(), EARLIER_MOVE_START)
    expect(countRemindersAt(time)).toBe(reminders)
  })

  it('is mentioned in the reminder of the appointment, which says that the present time is still valid', () => {
    app.moveByPatient(app.addConfirmed(), LATER_MOVE_START)
    app.setClock('2027-01-10T09:00:00+01:00')
    remindDue(app.ctx())
    expect(lastMail(app).text).toContain('Solange wir das nicht bestätigt haben, gilt die Zeit oben.')
  })
})
