import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { CANCEL_HOURS, cutOff, tooLateText } from '../shared/booking.ts'
import { lastMail } from '../testing/factory.ts'
import {
  EARLIER,
  FROM,
  halfHours,
  LATER,
  openPatientMovesApp,
  type PatientMovesApp,
  TO,
} from '../testing/patient-moves-app.ts'
import { codeAndSentence, refusalOf } from '../testing/refusal.ts'
import { messageOfMove, pendingMove } from './asked-moves.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient } from './cancellation.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('a request that its patient moves', () => {
  it('has its new time at once, and waits for the practice there', () => {
    const booking = app.addRequest()
    const [[startsAt, endsAt]] = halfHours(TO) as [[number, number]]
    const moved = { status: 'requested', startsAt, endsAt, moveToAt: null }
    expect(app.moveByPatient(booking, TO, 'Am Dienstag arbeite ich.')).toMatchObject(moved)
    expect(app.occupied()).toEqual(halfHours(TO))
    const between = { moved_from_at: Date.parse(FROM), moved_to_at: startsAt }
    expect(app.rows('select * from events where id > 1')).toMatchObject([
      { kind: 'moved', actor: 'visitor', message: 'Am Dienstag arbeite ich.', ...between },
    ])
    expect(app.sentMessages()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(app.rows(`select calendar from messages where kind = 'moved'`)).toEqual([{ calendar: null }])
  })

  it('is decided by the new links, and by no earlier link, even if that names the same time', () => {
    const booking = app.addRequest()
    app.moveByPatient(booking)
    const before = app.decisionLinkIn('moved-by-patient', 'confirm')
    app.moveByPatient(booking, LATER)
    app.moveByPatient(booking, TO)
    const MOVED =
      'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber in der Verwaltung.'
    expect(codeAndSentence(() => app.decideByLink(before, 'confirm'))).toEqual(['bad_signature', MOVED])
    expect(
      app.decideByLink(app.decisionLinkIn('moved-by-patient', 'confirm'), 'confirm').booking.status,
    ).toBe('confirmed')
  })

  it('may be moved by less than its length', () => {
    app.moveByPatient(app.addRequest(), '2027-01-12T08:45:00+01:00')
    expect(app.occupied()).toEqual(halfHours('2027-01-12T08:45:00+01:00'))
  })
})

describe('a confirmed appointment whose patient asks for another time', () => {
  it('stays, and the other time is occupied as well', () => {
    const booking = app.addConfirmed()
    expect(app.moveByPatient(booking, TO, 'Bin am Dienstag verreist.')).toMatchObject({
      status: 'confirmed',
      startsAt: Date.parse(FROM),
      moveToAt: Date.parse(TO),
    })
    expect(app.occupied()).toEqual(halfHours(FROM, TO))
    expect(app.sentMessages()).toEqual([
      ['email', 'move-received'],
      ['email', 'move-asked'],
    ])
    expect(lastMail(app).text).toContain('> Bin am Dienstag verreist.')
    expect(() => app.addRequest({ startsAt: Date.parse(TO) })).toThrow('occupied')
  })

  it('keeps the last of two times that were asked for', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, TO)
    const linkOfFirst = app.decisionLinkIn('move-asked', 'confirm')
    app.moveByPatient(booking, LATER)
    expect(app.occupied()).toEqual(halfHours(FROM, LATER))
    expect(codeAndSentence(() => app.decideByLink(linkOfFirst, 'confirm'))?.[0]).toBe('bad_signature')
    expect(app.decideByLink(app.decisionLinkIn('move-asked', 'confirm'), 'confirm').booking.startsAt).toBe(
      Date.parse(LATER),
    )
  })

  it('counts no failed e-mail about a time that the patient no longer asks for', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, TO)
    app.moveByPatient(booking, LATER)
    const failed = app.rows(`update messages set status = 'failed' where kind = 'move-asked' returning 1`)
    // Only the e-mail about the last time counts.
    expect([failed.length, outboxState(app.ctx()).email.failed]).toEqual([2, 1])
    app.decideByLink(app.decisionLinkIn('move-asked', 'confirm'), 'confirm')
    const [first] = app.rows<{ id: number }>(`select id from messages where kind = 'move-asked'`)
    app.change(`update messages set status = 'failed' where kind = 'move-asked'`)
    expect(outboxState(app.ctx()).email.failed).toBe(0)
    expect(codeAndSentence(() => retryMessage(app.ctx(), 'email', first?.id ?? 0))?.[0]).toBe('conflict')
  })

  it('ends the wait of its confirmation, which can then no longer be taken back', () => {
    const booking = app.addRequest()
    const kindsThatWait = () =>
      app.rows('select distinct kind from messages where due_at > ? order by kind', app.ctx().now)
    app.decide(booking, 'confirm', { undoable: true })
    expect(kindsThatWait()).toEqual([{ kind: 'confirmed' }])
    app.moveByPatient(booking)
    expect(kindsThatWait()).toEqual([])
  })

  it('leaves the first of two times that were asked for to the waiting list', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, TO)
    expect(app.rows('select starts_at from freed_times')).toEqual([])
    app.moveByPatient(booking, LATER)
    expect(app.rows('select starts_at from freed_times')).toEqual([{ starts_at: Date.parse(TO) }])
  })

  it('has the words of its patient until the practice has decided', () => {
    const booking = app.addConfirmed()
    const words = () => messageOfMove(app.ctx(), getBooking(app.ctx(), booking.id))
    app.moveByPatient(booking, TO, 'Am Dienstag arbeite ich.')
    expect(words()).toBe('Am Dienstag arbeite ich.')
    app.decide(booking, 'reject')
    expect(words()).toBe('')
  })

  it('keeps its time when the patient chooses it again', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    expect(app.moveByPatient(booking, FROM)).toMatchObject({ startsAt: Date.parse(FROM), moveToAt: null })
    expect(app.occupied()).toEqual(halfHours(FROM))
    expect(app.eventKinds().slice(-2)).toEqual(['move-asked', 'move-withdrawn'])
    expect(app.sentMessages()).toHaveLength(2)
    expect(
      codeAndSentence(() => app.decideByLink(app.decisionLinkIn('move-asked', 'confirm'), 'confirm')),
    ).toEqual(['already_decided', 'Die Verschiebung wurde zurückgezogen. Der Termin bleibt, wo er ist.'])
  })

  it.each([
    ['another time', TO],
    ['a time that overlaps its own', '2027-01-12T08:45:00+01:00'],
    ['an earlier time that overlaps its own', '2027-01-12T08:15:00+01:00'],
  ])('can be asked for again and confirmed: %s', (_, to) => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, to)
    const before = app.everything()
    expect(app.moveByPatient(booking, to)).toMatchObject({ id: booking.id, moveToAt: Date.parse(to) })
    expect(app.everything()).toEqual(before)
    app.decide(booking, 'confirm')
    expect(app.occupied()).toEqual(halfHours(to))
  })

  it('moves at once where the practice has said so, and the practice is told', () => {
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    const moved = app.moveByPatient(app.addConfirmed())
    expect(moved).toMatchObject({ status: 'confirmed', startsAt: Date.parse(TO), moveToAt: null })
    expect(app.occupied()).toEqual(halfHours(TO))
    expect(app.sentMessages()).toEqual([
      ['email', 'moved'],
      ['email', 'moved-by-patient'],
    ])
    expect(lastMail(app).text).not.toContain('sig=')
  })

  it('is cancelled with both times', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    const link = app.decisionLinkIn('move-asked', 'confirm')
    cancelByPatient(app.ctx(), booking.id, '')
    expect(app.occupied()).toEqual([])
    expect(codeAndSentence(() => app.decideByLink(link, 'confirm'))).toEqual([
      'already_decided',
      'Dieser Termin wurde bereits abgesagt.',
    ])
  })

  it('can be moved by the practice, which ends what the patient has asked for', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking)
    app.moveByStaff(booking, TO)
    expect(app.occupied()).toEqual(halfHours(TO))
    expect(
      codeAndSentence(() => app.decideByLink(app.decisionLinkIn('move-asked', 'reject'), 'reject'))?.[0],
    ).toBe('bad_signature')
  })
})

it.each([
  ['both times are ahead', EARLIER, TO],
  ['the appointment begins', FROM, undefined],
  ['the time asked for has begun', LATER, undefined],
])('the practice can decide on a move while both times are ahead: %s', (_, now, pending) => {
  const moved = { startsAt: Date.parse(FROM), moveToAt: Date.parse(TO) }
  expect(pendingMove(moved as Booking, Date.parse(now))).toBe(pending && Date.parse(pending))
  expect(pendingMove({ ...moved, moveToAt: null } as Booking, Date.parse(now))).toBeUndefined()
})

describe('a move by the patient is refused', () => {
  it.each([
    ['cancelled', 'Dieser Termin wurde abgesagt und kann nicht mehr verschoben werden.'],
    ['rejected', 'Dieser Termin wurde abgelehnt und kann nicht mehr verschoben werden.'],
  ] as const)('for a %s booking', (status, sentence) => {
    expect(codeAndSentence(() => app.moveByPatient(app.addRequest({ status })))).toEqual([
      'already_decided',
      sentence,
    ])
  })

  it('from the cut-off on, when only staying is possible', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, LATER)
    app.at(new Date(cutOff(Date.parse(FROM), CANCEL_HOURS)).toISOString())
    expect(refusalOf(() => app.moveByPatient(booking))).toMatchObject({
      code: 'too_late',
      message: tooLateText('Verschieben', CANCEL_HOURS),
      facts: { start_local: FROM, starts_in_hours: 24, phone: '+43 5572 000000' },
    })
    expect(app.moveByPatient(booking, FROM).moveToAt).toBeNull()
  })

  it.each([
    { which: 'that is occupied', to: TO, occupy: () => app.addRequest({ startsAt: Date.parse(TO) }) },
    { which: 'on a day that is closed', to: TO, occupy: () => closeDay() },
    { which: 'outside the working hours', to: '2027-01-17T20:00:00+01:00' },
    { which: 'off the grid', to: '2027-01-13T09:01:00+01:00' },
    { which: 'in the past', to: '2027-01-07T08:00:00+01:00' },
    { which: 'too far ahead', to: '2028-01-12T08:30:00+01:00' },
  ])('to a time $which, and nothing changes', ({ to, occupy }) => {
    const bookings = [app.addRequest(), app.addRequest({ status: 'confirmed', startsAt: Date.parse(LATER) })]
    occupy?.()
    const before = app.everything()
    for (const booking of bookings)
      expect(codeAndSentence(() => app.moveByPatient(booking, to))?.[0]).toBe('slot_taken')
    expect(app.everything()).toEqual(before)
  })

  it('from the fourth time on, where moves by the practice do not count', () => {
    const booking = app.addConfirmed()
    for (const to of [TO, LATER]) app.moveByPatient(booking, to)
    app.moveByStaff(booking, EARLIER)
    app.moveByPatient(booking, FROM)
    const before = app.everything()
    expect(codeAndSentence(() => app.moveByPatient(booking, TO))).toEqual([
      'too_many',
      'Sie haben diesen Termin schon dreimal verschoben. Bitte rufen Sie uns an: +43 5572 000000.',
    ])
    expect(app.everything()).toEqual(before)
  })

  it('only if the moves are of the same appointment', () => {
    const booking = app.addConfirmed()
    for (const to of [TO, LATER, EARLIER]) app.moveByPatient(booking, to)
    const other = app.addRequest({ status: 'confirmed', startsAt: Date.parse('2027-01-15T09:00+01:00') })
    expect(app.moveByPatient(other, TO).moveToAt).toBe(Date.parse(TO))
  })

  it('while online booking is closed, and when the service is no longer offered', () => {
    const booking = app.addConfirmed()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect(codeAndSentence(() => app.moveByPatient(booking))?.[0]).toBe('closed')

    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false })
    app.change('update services set active = 0 where id = ?', 'folgebehandlung')
    expect(codeAndSentence(() => app.moveByPatient(booking))?.[0]).toBe('service_not_found')
  })
})

/** Closes the day of `TO`. */
const closeDay = () => {
  const day = { from: '2027-01-13', to: '2027-01-13' }
  saveAbsence(app.assistant(), { kind: 'closure', title: '', reason: '', resource_id: null, ...day })
}
