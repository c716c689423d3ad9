import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { lastMail } from '../testing/factory.ts'
import {
  halfHoursFrom,
  LATER_MOVE_START,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence, refusalCode } from '../testing/refusal.ts'
import { cancelByPatient } from './cancellation.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('a request that its patient moves', () => {
  it('gets its new time at once, and still waits for the decision', () => {
    const booking = app.addRequest()
    const startsAt = Date.parse(NEW_START)
    const endsAt = Date.parse('2027-01-13T09:30:00+01:00')
    const moved = { status: 'requested', startsAt, endsAt, moveToAt: null }
    expect(app.moveByPatient(booking, NEW_START)).toMatchObject(moved)
    expect(app.occupied()).toEqual([[startsAt, endsAt]])
  })

  it('records both times and the patient’s text in the history', () => {
    app.moveByPatient(app.addRequest(), NEW_START, 'Am Dienstag arbeite ich.')
    expect(app.rows(`select * from events where kind <> 'requested'`)).toMatchObject([
      {
        kind: 'moved',
        actor: 'visitor',
        message: 'Am Dienstag arbeite ich.',
        moved_from_at: Date.parse(OLD_START),
        moved_to_at: Date.parse(NEW_START),
      },
    ])
  })

  it('notifies the patient, without a calendar file, and the practice', () => {
    app.moveByPatient(app.addRequest())
    expect(app.sentMessages()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(app.rows(`select calendar from messages where kind = 'moved'`)).toEqual([{ calendar: null }])
  })

  it('can be decided only by its new links, even if an earlier link names the same time', () => {
    const booking = app.addRequest()
    app.moveByPatient(booking, NEW_START)
    const earlierLink = app.findDecisionLink('moved-by-patient', 'confirm')
    app.moveByPatient(booking, LATER_MOVE_START)
    app.moveByPatient(booking, NEW_START)
    expect(codeAndSentence(() => app.decideByLink(earlierLink))).toEqual([
      'bad_signature',
      'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.',
    ])
    const newLink = app.findDecisionLink('moved-by-patient', 'confirm')
    expect(app.decideByLink(newLink).booking.status).toBe('confirmed')
  })

  it('may be moved by less than its length', () => {
    app.moveByPatient(app.addRequest(), '2027-01-12T08:45:00+01:00')
    expect(app.occupied()).toEqual(halfHoursFrom('2027-01-12T08:45:00+01:00'))
  })
})

describe('a confirmed appointment whose patient asks for another time', () => {
  it('keeps its time, and the other time is occupied as well', () => {
    expect(app.moveByPatient(app.addConfirmed(), NEW_START)).toMatchObject({
      status: 'confirmed',
      startsAt: Date.parse(OLD_START),
      moveToAt: Date.parse(NEW_START),
    })
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START, NEW_START))
    expect(() => app.addRequest({ startsAt: Date.parse(NEW_START) })).toThrow('occupied')
  })

  it('notifies the patient and, with the patient’s text, the practice', () => {
    app.moveByPatient(app.addConfirmed(), NEW_START, 'Bin am Dienstag verreist.')
    expect(app.sentMessages()).toEqual([
      ['email', 'move-received'],
      ['email', 'move-asked'],
    ])
    expect(lastMail(app).text).toContain('> Bin am Dienstag verreist.')
  })

  it('releases its delayed confirmation, which can then no longer be undone', () => {
    const booking = app.addRequest()
    const listWaitingKinds = () =>
      app.rows('select distinct kind from messages where due_at > ? order by kind', app.ctx().now)
    app.decide(booking, 'confirm', { undoable: true })
    expect(listWaitingKinds()).toEqual([{ kind: 'confirmed' }])
    app.moveByPatient(booking)
    expect(listWaitingKinds()).toEqual([])
  })

  it('stays where it is when the patient chooses its present time', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const link = app.findDecisionLink('move-asked', 'confirm')
    const stayed = { startsAt: Date.parse(OLD_START), moveToAt: null }
    expect(app.moveByPatient(booking, OLD_START)).toMatchObject(stayed)
    expect(app.occupied()).toEqual(halfHoursFrom(OLD_START))
    expect(app.eventKinds().slice(-2)).toEqual(['move-asked', 'move-withdrawn'])
    // Withdrawing the move sends no message: both are about the time asked for before.
    expect(app.sentMessages()).toEqual([
      ['email', 'move-received'],
      ['email', 'move-asked'],
    ])
    expect(codeAndSentence(() => app.decideByLink(link))).toEqual([
      'already_decided',
      'Die Verschiebung wurde zurückgezogen. Der Termin bleibt, wo er ist.',
    ])
  })

  it('moves at once if moves need no decision, and the practice is notified', () => {
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    const moved = app.moveByPatient(app.addConfirmed(), NEW_START)
    expect(moved).toMatchObject({ status: 'confirmed', startsAt: Date.parse(NEW_START), moveToAt: null })
    expect(app.occupied()).toEqual(halfHoursFrom(NEW_START))
    expect(app.sentMessages()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(lastMail(app).text).not.toContain('sig=')
  })

  it('frees both times when it is cancelled', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const link = app.findDecisionLink('move-asked', 'confirm')
    cancelByPatient(app.ctx(), booking.id, '')
    expect(app.occupied()).toEqual([])
    expect(codeAndSentence(() => app.decideByLink(link))).toEqual([
      'already_decided',
      'Dieser Termin wurde bereits abgesagt.',
    ])
  })

  it('can be moved by the practice, which ends the move asked for', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.moveByStaff(booking, NEW_START)
    expect(app.occupied()).toEqual(halfHoursFrom(NEW_START))
    const link = app.findDecisionLink('move-asked', 'reject')
    expect(refusalCode(() => app.decideByLink(link))).toBe('bad_signature')
  })
})
