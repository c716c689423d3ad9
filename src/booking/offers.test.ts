import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { type Booking, messages, type OfferRow } from '../db/schema.ts'
import { forgetFault, recordFault } from '../messaging/outbox/faults.ts'
import { findStaleReason } from '../messaging/outbox/staleness.ts'
import { writeSettings } from '../practice/settings.ts'
import { deleteAbsence, saveAbsence } from '../schedule/absences.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import { insertBooking } from '../testing/bookings.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { decideBooking, readLink } from './decisions.ts'
import { moveBooking, suggestForMove } from './moves.ts'
import { makeDueOffers, offerByHand, refuseOffer, suggestForEntry, takeOffer } from './offers.ts'
import { closeTime, moveByPatient } from './patient-moves.ts'
import { UNDO_MS, undoDecision } from './undo.ts'
import {
  addToWaitingList,
  deleteEndedEntries,
  endDueEntries,
  joinWaitingList,
  leaveWaitingList,
  listWaiting,
} from './waiting-list.ts'

/** The app's clock stands at Thursday, 7 January 2027, 13:40. */
const FREED = '2027-01-12T08:30:00+01:00'
const LATE = '2027-02-02T09:00:00+01:00'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
  app.setUpSms()
})

const WISHES: Wishes = {
  not_after: '2027-03-01',
  not_before: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  parts: ['morning', 'afternoon'],
}
const aBooking = (start: string, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, {
    serviceId: 'folgebehandlung',
    status: 'confirmed',
    startsAt: Date.parse(start),
    ...changes,
  })
const wait = (booking: Booking, wishes: Partial<Wishes> = {}) =>
  joinWaitingList(
    app.ctx(),
    { booking_id: booking.id, ...WISHES, ...wishes },
    { browser: undefined, origin: undefined },
  )
/** Somebody who waits for an appointment of the service. */
const caller = (name: string, wishes: Partial<Wishes> = {}, service_id = 'folgebehandlung') => {
  const who = { service_id, name, email: `${name}@warteliste.example`, mobile: '' }
  return addToWaitingList(app.assistant(), { ...who, ...WISHES, ...wishes })
}
const move = ({ id }: Booking, start: string, { undoable = false } = {}) =>
  moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify: undoable, undoable })
const askToMove = ({ id }: Booking, start: string) =>
  moveByPatient(app.ctx(), id, { start: Date.parse(start), message: '' })
const cancel = (booking: Booking) => cancelByStaff(app.assistant(), booking.id, '', false)
/** Runs the job at a time when a move can no longer be taken back. */
const offerDue = () => {
  app.pass(UNDO_MS)
  makeDueOffers(app.ctx())
}
const offers = () =>
  app.rows<{ id: string; name: string; status: OfferRow['status']; starts_at: number; expires_at: number }>(
    `select offers.*, coalesce(nullif(name, ''), bookings.first_name) as name from offers
     join waiting_entries on waiting_entries.id = entry_id left join bookings on bookings.id = booking_id order by offers.rowid`,
  )
const open = () => offers().filter(({ status }) => status === 'open')
const openId = () => open()[0]?.id ?? ''
const shown = () => offers().map(({ name, status, starts_at }) => [name, status, iso(starts_at)])
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const span = (start: string, minutes = 30) => [Date.parse(start), Date.parse(start) + minutes * MINUTE]
/** Frees time by removing an absence. */
const freeByAbsence = (from: string, minutes: number) => {
  const [start = 0, end = 0] = span(from, minutes)
  const { id } = saveAbsence(app.assistant(), { kind: 'block', title: '', start, end, resource_id: null })
  deleteAbsence(app.assistant(), id)
}
const CLOSURE = { kind: 'closure', title: '', reason: '', resource_id: null } as const
const codeOf = (call: () => unknown) => refusalOf(call)?.code
/** Frees the time of an appointment that nobody waits with. */
const free = (start = FREED) => cancel(aBooking(start))
const freed = () => app.rows('select id from freed_times')

it('the time offered to move an appointment is suggested to the practice, which may move it there', () => {
  const booking = aBooking(LATE)
  wait(booking)
  free()
  offerDue()
  const [day] = suggestForMove(app.ctx(), booking.id, '2027-01-12')
  expect(day).toMatchObject({ date: '2027-01-12', starts: expect.arrayContaining([Date.parse(FREED)]) })
  move(booking, FREED)
  expect(shown()).toEqual([['Rosa', 'withdrawn', '2027-01-12T07:30']])
})

describe('time that has become free', () => {
  it('is offered to the one who waits longest and whom it fits, by e-mail and SMS, and is occupied meanwhile', () => {
    caller('tuesdays', { weekdays: [3] })
    app.pass(MINUTE)
    wait(aBooking(LATE, { firstName: 'Rosa' }))
    app.pass(MINUTE)
    caller('later')
    free()
    offerDue()
    expect(shown()).toEqual([['Rosa', 'open', '2027-01-12T07:30']])
    expect(app.occupied()).toEqual([span(FREED), span(LATE)])
    const [{ id = '', expires_at = 0 } = {}] = open()
    expect(expires_at).toBe(app.ctx().now + HOUR)
    const sent = app.rows<{ channel: string; recipient: string; subject: string; text: string }>(
      `select * from messages where kind = 'offer' and status = 'queued' order by id`,
    )
    expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['email', 'rosa@musterfrau.example'],
      ['sms', '+436641234567'],
    ])
    for (const { text } of sent) expect(text).toContain(`/patient/offer?id=${id}`)
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Frei geworden: Dienstag, 12\.\sJänner 2027, 08:30 Uhr$/),
      '',
    ])
    expect(sent[1]?.text).not.toContain('Akupunktur')
    // One at a time: the same time goes to nobody else.
    offerDue()
    expect(offers()).toHaveLength(1)
  })

  it('is offered to a minor for whom nobody books by e-mail only', () => {
    wait(aBooking(LATE, { birthOn: '2019-03-14' }))
    free()
    offerDue()
    expect(app.rows(`select channel, status from messages where kind = 'offer' order by id`)).toEqual([
      { channel: 'email', status: 'queued' },
      { channel: 'sms', status: 'suppressed' },
    ])
    refuseOffer(app.ctx(), openId())
    app.rows(`update bookings set email = '' returning id`)
    free('2027-01-13T09:00:00+01:00')
    offerDue()
    expect(open()).toEqual([])
  })

  it('goes to the next one when it is refused or the offer has run out, and not again to the same', () => {
    for (const name of ['first', 'second', 'third']) {
      caller(name)
      app.pass(MINUTE)
    }
    free()
    offerDue()
    refuseOffer(app.ctx(), openId())
    offerDue()
    expect(shown()).toEqual([
      ['first', 'refused', '2027-01-12T07:30'],
      ['second', 'open', '2027-01-12T07:30'],
    ])
    app.pass(HOUR)
    offerDue()
    offerDue()
    expect(shown().slice(1)).toEqual([
      ['second', 'expired', '2027-01-12T07:30'],
      ['third', 'open', '2027-01-12T07:30'],
    ])
    app.pass(HOUR)
    offerDue()
    offerDue()
    expect(open()).toEqual([])
    expect(app.occupied()).toEqual([])
    // The entries wait on, for other times.
    free('2027-01-13T09:00:00+01:00')
    offerDue()
    expect(open().map(({ name }) => name)).toEqual(['first'])
  })

  it('waits for somebody who has to answer another offer first', () => {
    caller('only')
    const second = '2027-01-13T09:00:00+01:00'
    free()
    free(second)
    offerDue()
    expect(open().map(({ starts_at }) => starts_at)).toEqual([Date.parse(FREED)])
    refuseOffer(app.ctx(), openId())
    offerDue()
    expect(open().map(({ starts_at }) => starts_at)).toEqual([Date.parse(second)])
    offerDue()
    expect(freed()).toEqual([])
  })

  it('is offered at its other starts too, but no more than three of them a day', () => {
    caller('only', { not_after: '2027-01-12' })
    freeByAbsence('2027-01-12T08:00:00+01:00', 240)
    for (let nr = 0; nr < 5; nr++) {
      offerDue()
      for (const offer of open()) refuseOffer(app.ctx(), offer.id)
    }
    const times = ['2027-01-12T07:00', '2027-01-12T07:30', '2027-01-12T08:00', '2027-01-12T08:30']
    expect(shown().map(([, , at]) => at)).toEqual(times.slice(0, 3))
    app.at('2027-01-08T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(shown().map(([, , at]) => at)).toEqual(times)
  })

  it('is offered whole to one, or in parts to several', () => {
    caller('short')
    app.pass(MINUTE)
    caller('also short')
    app.pass(MINUTE)
    caller('long', {}, 'facial')
    const [from, to] = span('2027-01-12T09:00:00+01:00', 60)
    cancel(aBooking('2027-01-12T09:00:00+01:00', { durationMin: 60, endsAt: to as number }))
    offerDue()
    expect(open().map(({ name, starts_at }) => [name, starts_at])).toEqual([
      ['short', from],
      ['also short', (from as number) + 30 * MINUTE],
    ])
  })

  it.each([
    [
      'an appointment is rejected',
      () => decideBooking(app.assistant(), aBooking(FREED, { status: 'requested' }).id, 'reject', ''),
    ],
    ['an appointment is moved', () => move(aBooking(FREED), LATE)],
    [
      'a move that its patient asked for is withdrawn',
      () => {
        const booking = aBooking(LATE)
        for (const start of [FREED, LATE]) askToMove(booking, start)
      },
    ],
    ['an absence is removed', () => freeByAbsence(FREED, 30)],
  ])('is there when %s', (_, happen) => {
    caller('waiting', { parts: ['morning'], not_after: '2027-01-12' })
    happen()
    offerDue()
    expect(shown()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-01-12T07/)]])
  })

  it('is there when the practice opens on a public holiday', () => {
    closeHolidays(app.ctx())
    caller('waiting', { not_before: '2027-03-29', not_after: '2027-03-29' })
    setHolidayOpen(app.assistant(), '2027-03-29', true)
    offerDue()
    expect(shown()).toEqual([['waiting', 'open', '2027-03-29T06:00']])
  })

  it.each([
    ['a day before the first one', { not_before: '2027-01-13' }],
    ['a day after the last one', { not_after: '2027-01-11' }],
    ['another weekday', { weekdays: [1, 3] }],
    ['the other part of the day', { parts: ['afternoon'] }],
  ] as [string, Partial<Wishes>][])('is not offered on %s', (_, wishes) => {
    caller('waiting', wishes)
    free()
    offerDue()
    expect(offers()).toEqual([])
    expect(freed()).toEqual([])
  })

  it('is offered with an appointment only when it is earlier', () => {
    wait(aBooking('2027-01-11T09:00:00+01:00'))
    free()
    offerDue()
    expect(offers()).toEqual([])
  })

  it('is offered in a part of the own appointment too, which then moves by less than its length', () => {
    const own = '2027-01-12T08:45:00+01:00'
    wait(aBooking(own))
    cancel(aBooking(FREED, { endsAt: Date.parse(own) }))
    offerDue()
    // Only what the appointment does not have already.
    expect(app.occupied()).toEqual([span(FREED, 15), span(own)])
    takeOffer(app.ctx(), openId())
    expect(app.occupied()).toEqual([span('2027-01-12T08:30:00+01:00')])
  })

  it('is offered by day only, and the time to answer counts from then', () => {
    caller('waiting')
    app.at('2027-01-07T20:30:00+01:00')
    free()
    offerDue()
    app.at('2027-01-08T07:59:00+01:00')
    offerDue()
    expect(offers()).toEqual([])
    app.at('2027-01-08T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(open()).toMatchObject([{ expires_at: Date.parse('2027-01-08T09:00:00+01:00') }])
  })

  it('is offered only while it is at least three hours ahead', () => {
    caller('waiting')
    app.at('2027-01-11T22:00:00+01:00')
    free('2027-01-12T10:45:00+01:00')
    free('2027-01-12T11:15:00+01:00')
    app.at('2027-01-12T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(open()).toMatchObject([{ starts_at: Date.parse('2027-01-12T11:00:00+01:00') }])
    app.pass(45 * MINUTE)
    offerDue()
    expect(freed()).toEqual([])
  })

  it('is promised until two hours before it begins at most', () => {
    writeSettings(app.ctx(), 'general', { offer_minutes: 720 })
    caller('waiting')
    free('2027-01-07T17:00:00+01:00')
    offerDue()
    expect(open()).toMatchObject([{ expires_at: Date.parse('2027-01-07T15:00:00+01:00') }])
  })

  it('of many offers that ran out together is offered again without a look at the calendar for each time and person', () => {
    const { id } = closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-11', to: '2027-01-15' })
    const people = 30
    for (let nr = 0; nr < people; nr++) caller(`nr${nr}`)
    deleteAbsence(app.assistant(), id)
    offerDue()
    expect(open()).toHaveLength(people)
    const ctx = app.ctx()
    const prepare = vi.spyOn(ctx.db.$client, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    offerDue()
    // With a look for every pair of time and person there would be more than 1,200.
    expect(prepare.mock.calls.length).toBeLessThan(people * 15)
    expect(open()).toHaveLength(people)
  })

  it('is offered to nobody whom neither e-mail nor SMS reaches', () => {
    caller('no mail')
    app.pass(MINUTE)
    const mobile = { service_id: 'folgebehandlung', name: 'mobile', email: '', mobile: '0664 1234567' }
    addToWaitingList(app.assistant(), { ...mobile, ...WISHES })
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true })
    free()
    offerDue()
    expect(open().map(({ name }) => name)).toEqual(['mobile'])
    refuseOffer(app.ctx(), openId())
    writeSettings(app.ctx(), 'general', { notify_off: true })
    free('2027-01-13T09:00:00+01:00')
    offerDue()
    expect(open()).toEqual([])
  })

  it('waits while booking is closed, and is forgotten while the waiting list is off', () => {
    caller('waiting')
    free()
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    offerDue()
    expect(offers()).toEqual([])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false, waiting_list: false })
    offerDue()
    writeSettings(app.ctx(), 'general', { waiting_list: true })
    offerDue()
    expect(offers()).toEqual([])
  })

  it('waits while a fault keeps all e-mails from going out', () => {
    caller('rosa')
    free()
    recordFault(app.ctx(), 'email', 'Der Mailserver nimmt die Anmeldung nicht an.', true)
    offerDue()
    expect(offers()).toEqual([])
    forgetFault(app.ctx(), 'email')
    offerDue()
    expect(shown()).toEqual([['rosa', 'open', '2027-01-12T07:30']])
  })

  it('is not offered while the move that freed it can be taken back', () => {
    caller('waiting')
    const booking = aBooking(FREED)
    move(booking, LATE, { undoable: true })
    makeDueOffers(app.ctx())
    app.pass(UNDO_MS - 1)
    makeDueOffers(app.ctx())
    undoDecision(app.assistant(), booking.id)
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    // The time that the move had taken.
    expect(shown()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-02-02T0/)]])
  })

  it('is offered after a restart when the process was killed in between', () => {
    const file = `${tempDir()}/ordi.db`
    app = openTestApp({ file })
    caller('waiting')
    free()
    // A killed process leaves the file without a clean end.
    const restarted = openTestApp({ file })
    restarted.pass(UNDO_MS)
    makeDueOffers(restarted.ctx())
    expect(open().map(({ name }) => name)).toEqual(['waiting'])
    restarted.close()
    app.close()
  })
})

describe('an offer with an appointment', () => {
  const offered = (changes: Partial<Booking> = {}) => {
    const booking = aBooking(LATE, changes)
    wait(booking)
    free()
    offerDue()
    app.rows('delete from messages returning id')
    return { booking, id: openId() }
  }

  it('moves it at once when it is taken, keeps its status, and tells the practice', () => {
    const { booking, id } = offered()
    app.at('2027-01-07T14:00:00+01:00')
    expect(takeOffer(app.ctx(), id)).toMatchObject({
      booking: { id: booking.id, status: 'confirmed', startsAt: Date.parse(FREED), calendarSequence: 1 },
    })
    expect(app.occupied()).toEqual([span(FREED)])
    expect(app.rows('select kind, status from messages order by id')).toEqual([
      { kind: 'moved', status: 'queued' },
      { kind: 'moved-by-patient', status: 'queued' },
    ])
    const [patient, practice] = app.rows<{ text: string; calendar: string }>(
      'select * from messages order by id',
    )
    expect(patient?.calendar).toContain('METHOD:REQUEST')
    expect(practice?.text).toContain('hat eine Zeit der Warteliste angenommen.')
    expect(app.rows('select kind, actor, moved_to_at from events order by id desc limit 1')).toEqual([
      { kind: 'offer-taken', actor: 'visitor', moved_to_at: Date.parse(FREED) },
    ])
    expect(listWaiting(app.ctx())).toEqual([])
    // The same again.
    expect(takeOffer(app.ctx(), id)).toMatchObject({ booking: { startsAt: Date.parse(FREED) } })
    expect(app.rows('select id from messages')).toHaveLength(2)
    // The time that it had goes on to the next one.
    caller('next')
    offerDue()
    expect(open()).toMatchObject([{ name: 'next', starts_at: expect.any(Number) }])
  })

  it('of a request gives the practice new links, and those from before decide nothing', () => {
    const { booking, id } = offered({ status: 'requested' })
    takeOffer(app.ctx(), id)
    const [{ text = '' } = {}] = app.rows<{ text: string }>(
      `select text from messages where kind = 'moved-by-patient'`,
    )
    const [, sig = ''] = /confirm\?id=[\w-]+&sig=([\w.-]+)/.exec(text) ?? []
    const staff: Ctx = { ...app.ctx(), actor: { kind: 'staff-link' } }
    const link = readLink(staff, 'confirm', booking.id, sig)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({ status: 'requested', moves: 1 })
    expect(
      codeOf(() => decideBooking(staff, booking.id, 'confirm', '', { link: { ...link, moves: 0 } })),
    ).toBe('bad_signature')
    expect(decideBooking(staff, booking.id, 'confirm', '', { link }).booking.status).toBe('confirmed')
  })

  it('replaces the move that its patient asks for', () => {
    const { booking, id } = offered()
    askToMove(booking, '2027-02-03T09:00:00+01:00')
    takeOffer(app.ctx(), id)
    expect(getBooking(app.ctx(), booking.id)).toMatchObject({ startsAt: Date.parse(FREED), moveToAt: null })
    expect(app.occupied()).toEqual([span(FREED)])
  })

  it('can be taken although it is too late to move it otherwise', () => {
    wait(aBooking('2027-01-08T09:00:00+01:00'))
    free('2027-01-07T17:00:00+01:00')
    offerDue()
    expect(takeOffer(app.ctx(), openId())).toMatchObject({ booking: { status: 'confirmed' } })
  })

  it('stays open when the practice takes a confirmation back', () => {
    const { booking, id } = offered({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, 'confirm', '', { undoable: true })
    undoDecision(app.assistant(), booking.id)
    expect(openId()).toBe(id)
  })

  it('ends the ten seconds in which the practice can take its confirmation back', () => {
    const { booking, id } = offered({ status: 'requested' })
    decideBooking(app.assistant(), booking.id, 'confirm', '', { undoable: true })
    takeOffer(app.ctx(), id)
    expect(codeOf(() => undoDecision(app.assistant(), booking.id))).toBe('too_late')
    const due = app.rows<{ due_at: number }>(`select due_at from messages where kind = 'confirmed'`)
    expect(due.every(({ due_at }) => due_at <= app.ctx().now)).toBe(true)
  })

  it.each([
    ['moved by the practice', (booking: Booking) => move(booking, '2027-02-03T09:00:00+01:00')],
    ['cancelled', ({ id }: Booking) => cancelByPatient(app.ctx(), id, '')],
  ])('is withdrawn when it is %s', (_, change) => {
    const { booking, id } = offered()
    change(booking)
    expect(codeOf(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
    expect(app.occupied().filter(([start]) => start === Date.parse(FREED))).toEqual([])
  })

  it.each([
    ['moved', (booking: Booking) => move(booking, LATE)],
    ['cancelled', cancel],
  ])('is not said to be taken once more when the appointment was %s since', (_, change) => {
    const { booking, id } = offered()
    for (let nr = 0; nr < 2; nr++)
      expect(takeOffer(app.ctx(), id)).toMatchObject({ booking: { startsAt: Date.parse(FREED) } })
    change(booking)
    expect(codeOf(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('is withdrawn when the practice closes that time', () => {
    const { id } = offered()
    closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-12', to: '2027-01-12' })
    expect(codeOf(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('does not count as one of the moves that a patient has', () => {
    const { booking, id } = offered()
    for (const hour of ['09', '10']) askToMove(booking, `2027-02-04T${hour}:00:00+01:00`)
    takeOffer(app.ctx(), id)
    const start = '2027-01-13T09:00:00+01:00'
    expect(askToMove(booking, start)).toMatchObject({ moveToAt: Date.parse(start) })
  })
})

describe('an offer', () => {
  const offered = () => {
    caller('rosa')
    free()
    offerDue()
    return openId()
  }

  it('without an appointment becomes a hold, as long as it was promised', () => {
    const id = offered()
    const taken = takeOffer(app.ctx(), id)
    expect(taken).toEqual({ hold: { id: expect.any(String), expiresAt: app.ctx().now + HOUR } })
    expect(takeOffer(app.ctx(), id)).toMatchObject(taken)
    expect(app.occupied()).toEqual([span(FREED)])
    expect(app.rows('select email from holds')).toEqual([{ email: 'rosa@warteliste.example' }])
    app.pass(HOUR)
    expect(codeOf(() => takeOffer(app.ctx(), id))).toBe('offer_gone')
  })

  it('without an appointment cannot be taken once its day is a holiday, which no hold makes free', () => {
    const holiday = '2027-03-29'
    caller('rosa', { not_after: holiday })
    free(`${holiday}T09:00:00+02:00`)
    offerDue()
    closeHolidays(app.ctx())
    expect(codeOf(() => takeOffer(app.ctx(), openId()))).toBe('offer_gone')
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    expect(listFreeSlots(app.ctx(), holiday, 'folgebehandlung').starts).toEqual([])
  })

  it('cannot be taken or refused once it has run out, been taken or refused', () => {
    const id = offered()
    app.pass(HOUR)
    for (const answer of [takeOffer, refuseOffer])
      expect(codeOf(() => answer(app.ctx(), id))).toBe('offer_gone')
    makeDueOffers(app.ctx())
    expect(shown()).toEqual([['rosa', 'expired', '2027-01-12T07:30']])
    free('2027-01-13T09:00:00+01:00')
    offerDue()
    const next = openId()
    refuseOffer(app.ctx(), next)
    refuseOffer(app.ctx(), next)
    expect(codeOf(() => takeOffer(app.ctx(), next))).toBe('offer_gone')
    expect(codeOf(() => takeOffer(app.ctx(), 'unknown'))).toBe('not found')
  })

  it('is not sent any more once it cannot be taken', () => {
    const id = offered()
    const message = app.ctx().db.select().from(messages).where(eq(messages.offerId, id)).get()
    const reason = () => findStaleReason(app.ctx(), message as never)
    expect(reason()).toBeUndefined()
    refuseOffer(app.ctx(), id)
    expect(reason()).toBe('Nicht mehr gesendet: Das Angebot gilt nicht mehr.')
  })

  it('is made by hand for any time that nothing occupies, by day', () => {
    const { id } = caller('rosa')
    const evening = Date.parse('2027-01-12T19:00:00+01:00')
    expect(suggestForEntry(app.ctx(), id, '2027-01-12')[0]).toMatchObject({ date: '2027-01-12' })
    expect(offerByHand(app.assistant(), id, evening)).toMatchObject({ startsAt: evening, status: 'open' })
    expect(app.rows(`select subject from audit where action = 'offer-made'`)).toEqual([
      { subject: 'r***@w***.example' },
    ])
    expect(codeOf(() => offerByHand(app.assistant(), id, evening + HOUR))).toBe('conflict')
    const other = caller('maria').id
    expect(codeOf(() => offerByHand(app.assistant(), other, evening))).toBe('slot_taken')
    expect(codeOf(() => offerByHand(app.assistant(), other, app.ctx().now + 30 * MINUTE))).toBe('invalid')
    app.at('2027-01-07T21:00:00+01:00')
    expect(codeOf(() => offerByHand(app.assistant(), other, evening + HOUR))).toBe('conflict')
  })

  it('by hand is refused when no message reaches the person', () => {
    writeSettings(app.ctx(), 'general', { notify_off: true })
    expect(codeOf(() => offerByHand(app.assistant(), caller('rosa').id, Date.parse(FREED)))).toBe('conflict')
  })
})

describe('an entry', () => {
  it('keeps its place and its offer when its wishes are changed', () => {
    const first = caller('first')
    app.pass(MINUTE)
    caller('second')
    expect(caller('first', { parts: ['morning'] })).toMatchObject({ id: first.id, parts: ['morning'] })
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it('keeps the name and the number that the practice has entered when the patient changes the wishes', async () => {
    const browser = app.browser()
    await verifyEmailAddress(app, browser, 'otto@warteliste.example')
    const person = { name: 'Otto Beispielmann', email: 'otto@warteliste.example', mobile: '0660 0000034' }
    addToWaitingList(app.assistant(), { service_id: 'folgebehandlung', ...person, ...WISHES })
    const { email } = person
    const wishes = { ...WISHES, parts: ['morning'] }
    await browser.post('/api/waiting-list', { service_id: 'folgebehandlung', email, ...wishes })
    expect(listWaiting(app.ctx())).toMatchObject([{ ...person, parts: ['morning'] }])
  })

  it('ends when its last day is over or its appointment has begun, and is deleted a day later', () => {
    caller('until', { not_after: '2027-01-08' })
    wait(aBooking('2027-01-08T09:00:00+01:00'))
    app.at('2027-01-08T09:00:00+01:00')
    endDueEntries(app.ctx())
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['until'])
    app.at('2027-01-09T00:00:00+01:00')
    endDueEntries(app.ctx())
    expect(listWaiting(app.ctx())).toEqual([])
    app.pass(24 * HOUR)
    deleteEndedEntries(app.ctx())
    expect(app.rows('select id from waiting_entries')).toEqual([])
  })

  it('is deleted with the number to which an SMS without an appointment went', () => {
    const person = { service_id: 'folgebehandlung', name: 'Otto', email: '', mobile: '0660 0000034' }
    const { id } = addToWaitingList(app.assistant(), { ...person, ...WISHES })
    free()
    offerDue()
    leaveWaitingList(app.ctx(), id)
    app.pass(24 * HOUR)
    const sms = () =>
      app.rows(`select recipient, text <> '' as full from messages where kind = 'offer' and channel = 'sms'`)
    expect(sms()).toEqual([{ recipient: '+436600000034', full: 1 }])
    deleteEndedEntries(app.ctx())
    expect(sms()).toEqual([{ recipient: '', full: 0 }])
  })

  it('ends with its offer when somebody does not want to wait any more', () => {
    const { id } = caller('rosa')
    free()
    offerDue()
    leaveWaitingList(app.ctx(), id)
    leaveWaitingList(app.ctx(), id)
    expect(app.occupied()).toEqual([])
    expect(shown()).toEqual([['rosa', 'withdrawn', '2027-01-12T07:30']])
  })

  it('ends when its appointment is called off', () => {
    const booking = aBooking(LATE, { status: 'requested' })
    wait(booking)
    decideBooking(app.assistant(), booking.id, 'reject', '')
    expect(listWaiting(app.ctx())).toEqual([])
  })

  it('gets nothing while its service is not offered', () => {
    caller('rosa')
    app.rows(`update services set active = 0 where id = 'folgebehandlung' returning id`)
    free()
    offerDue()
    expect(offers()).toEqual([])
  })

  it('is refused for an appointment that is called off or has begun, and without the service', () => {
    expect(codeOf(() => wait(aBooking(LATE, { status: 'cancelled' })))).toBe('already_decided')
    expect(codeOf(() => wait(aBooking('2027-01-07T13:00:00+01:00')))).toBe('too_late')
    expect(codeOf(() => caller('rosa', {}, 'unknown'))).toBe('service_not_found')
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(codeOf(() => caller('rosa'))).toBe('closed')
  })
})
