import { beforeEach, describe, expect, it } from 'vitest'
import { saveText } from '../messaging/text-editing.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { deleteResource, saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { smsLength } from '../shared/messages/sms-length.ts'
import { Problem } from '../shared/problems.ts'
import { CALLER } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { isoAt } from '../time/vienna.ts'
import { decideBooking } from './decisions.ts'
import { offerByHand } from './manual-offers.ts'
import { moveBooking, suggestForMove, suggestForMoves } from './moves.ts'
import { takeOffer } from './offer-answers.ts'
import { moveByPatient } from './patient-moves.ts'
import { createSeries, planSeries } from './series.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoDecision } from './undo.ts'

/** Appointments and waiting patients of a practice whose follow-ups two doctors offer. */

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  saveResource(app.ctx(), 'b', { name: 'Dr. B' })
  const service = getService(app.ctx(), 'folgebehandlung')
  saveService(app.ctx(), { ...service, otherResourceIds: ['b'] })
})

const TO = '2027-01-13T09:00:00+01:00'
/** Whose time is reserved, by its start. */
const reserved = () =>
  app
    .rows<{ resource_id: string; starts_at: number }>(
      'select * from occupations order by starts_at, resource_id',
    )
    .map(({ resource_id, starts_at }) => [resource_id, new Date(starts_at).toISOString().slice(5, 16)])
const moveTo = (id: string, start: string, wish?: string) =>
  moveBooking(app.assistant(), id, {
    start: Date.parse(start),
    wish,
    message: '',
    notify: true,
    undoable: true,
  })
const moveLaterTo = (wish: string, from: { id: string } | undefined, start = '') =>
  moveThisAndLater(app.assistant(), from?.id ?? '', {
    start: Date.parse(start),
    wish,
    message: '',
    notify: true,
    undoable: true,
  })
const WEEKS = [13, 20, 27].map((day) => `2027-01-${day}T10:00:00+01:00`)
const enterSeries = ({ starts, wish }: { starts: readonly string[]; wish?: string }) =>
  createSeries(app.assistant(), {
    serviceId: 'folgebehandlung',
    contact: CALLER,
    message: '',
    starts: starts.map((start) => Date.parse(start)),
    wish,
    undoable: true,
  })
const planAt = (start: string, wish?: string) =>
  planSeries(app.assistant(), {
    serviceId: 'folgebehandlung',
    start: Date.parse(start),
    every: 1,
    unit: 'week',
    times: WEEKS.length,
    wish,
  })
const shortTime = (start: number) => isoAt(start).slice(5, 16)
const timesElsewhere = ({ elsewhere }: { elsewhere: readonly { resourceId: string; start: number }[] }) =>
  elsewhere.map(({ resourceId, start }) => `${resourceId} ${shortTime(start)}`)
const bookingRow = (id: string) =>
  app.rows('select resource_id, move_to_resource_id from bookings where id = ?', id)[0]

describe('a move', () => {
  it('keeps the doctor, or goes to another one, also at the same time; undo brings it back', () => {
    const { id } = app.aBooking(FREED_START, { resourceId: 'b' })
    moveTo(id, TO)
    expect(reserved()).toEqual([['b', '01-13T08:00']])
    const { booking } = moveTo(id, TO, 'doctor-1')
    expect([booking.resourceId, reserved()]).toEqual(['doctor-1', [['doctor-1', '01-13T08:00']]])
    expect(moveTo(id, TO, 'doctor-1').repeated).toBe(true)
    expect(undoDecision(app.assistant(), id).resourceId).toBe('b')
    expect(reserved()).toEqual([['b', '01-13T08:00']])
    expect(refusalCode(() => moveTo(id, FREED_START, 'c'))).toBe('invalid')
    app.aBooking(TO)
    expect(refusalCode(() => moveTo(id, TO, 'doctor-1'))).toBe('slot_taken')
  })

  it('of an appointment and the later ones of its series takes all of them to another doctor, or none', () => {
    const { bookings } = enterSeries({ starts: WEEKS, wish: 'doctor-1' })
    app.pass(60_000)
    moveLaterTo('b', bookings[1], '2027-01-20T10:30:00+01:00')
    const moved = [
      ['doctor-1', '01-13T09:00'],
      ['b', '01-20T09:30'],
      ['b', '01-27T09:30'],
    ]
    expect(reserved()).toEqual(moved)
    app.pass(60_000)
    // The first one has its time, so only the doctor changes, and only where it is another one.
    moveLaterTo('b', bookings[0], WEEKS[0])
    expect(reserved()).toEqual([['b', '01-13T09:00'], ...moved.slice(1)])
    expect(app.rows('select moves from bookings order by starts_at').map(({ moves }) => moves)).toEqual([
      1, 1, 1,
    ])
    undoDecision(app.assistant(), bookings[0]?.id ?? '')
    expect(reserved()).toEqual(moved)
    expect(refusalCode(() => moveLaterTo('c', bookings[0], TO))).toBe('invalid')
  })

  it('of later appointments alone cannot be taken back by the one that was there already', () => {
    const [first, second] = enterSeries({ starts: WEEKS.slice(0, 2), wish: 'doctor-1' }).bookings
    app.pass(60_000)
    moveTo(second?.id ?? '', WEEKS[1] ?? '', 'b')
    app.pass(60_000)
    expect(moveLaterTo('doctor-1', first, WEEKS[0])).not.toHaveProperty('undoUntil')
    expect(reserved()).toEqual([
      ['doctor-1', '01-13T09:00'],
      ['doctor-1', '01-20T09:00'],
    ])
    expect(refusalCode(() => undoDecision(app.assistant(), first?.id ?? ''))).toBe('too_late')
  })

  it('is suggested at the own doctor or at another one, whose appointments do not count as own', () => {
    const { id } = app.aBooking(FREED_START)
    app.aBooking(FREED_START, { resourceId: 'b' })
    const offered = (resource?: string) =>
      suggestForMove(app.ctx(), id, '2027-01-12', { resource })[0]?.starts.includes(Date.parse(FREED_START))
    // The own time is no other time, and that of the other doctor is taken.
    expect([offered(), offered('b')]).toEqual([false, false])
    const same = app.aBooking(TO)
    expect(suggestForMove(app.ctx(), same.id, '2027-01-13', { resource: 'b' })[0]?.starts).toContain(
      Date.parse(TO),
    )
    const [atColleague] = suggestForMoves(app.ctx(), [same.id], 'b')
    expect(atColleague?.outcome).toMatchObject({ starts: expect.arrayContaining([Date.parse(TO)]) })
  })

  it('out of the vacation of one doctor is suggested later there, and on the same day at colleagues', () => {
    const [first, second] = [app.aBooking(TO), app.aBooking('2027-01-13T09:30:00+01:00')]
    app.aBooking('2027-01-13T09:30:00+01:00', { resourceId: 'b' })
    const vacation = { kind: 'closure', title: 'Urlaub', reason: '', resource_id: 'doctor-1' } as const
    const absence = { ...vacation, from: '2027-01-13', to: '2027-01-19' }
    saveAbsence(app.assistant(), absence)
    const outcomes = suggestForMoves(app.ctx(), [first.id, second.id]).map(({ outcome }) => outcome)
    const times = (starts: readonly number[]) => starts.map(shortTime)
    expect(
      outcomes.map(
        (outcome) => outcome instanceof Problem || [times(outcome.starts)[0], timesElsewhere(outcome)],
      ),
    ).toEqual([
      ['01-20T09:00', ['b 01-13T09:00']],
      // The nearest time of the colleague is offered to the first one.
      ['01-20T09:30', ['b 01-13T10:00']],
    ])
    moveTo(first.id, TO, 'b')
    moveTo(second.id, '2027-01-13T10:00:00+01:00', 'b')
    expect(reserved().filter(([doctor]) => doctor === 'b')).toHaveLength(3)
  })

  it('that a patient asks for can be to another doctor: that time is reserved whole until the practice decides', () => {
    const { id } = app.aBooking(TO)
    const ask = (start: string, wish?: string) =>
      moveByPatient(app.ctx(), id, { start: Date.parse(start), wish, message: '' })
    ask('2027-01-13T09:15:00+01:00', 'b')
    expect(reserved()).toEqual([
      ['doctor-1', '01-13T08:00'],
      ['b', '01-13T08:15'],
    ])
    expect(bookingRow(id)).toEqual({ resource_id: 'doctor-1', move_to_resource_id: 'b' })
    ask(TO, 'b')
    decideBooking(app.assistant(), id, { decision: 'confirm', message: '' })
    expect(reserved()).toEqual([['b', '01-13T08:00']])
    expect(bookingRow(id)).toEqual({ resource_id: 'b', move_to_resource_id: null })
    ask('2027-01-13T10:00:00+01:00')
    decideBooking(app.assistant(), id, { decision: 'reject', message: '' })
    expect(reserved()).toEqual([['b', '01-13T08:00']])
  })

  it('of a patient goes to the other doctor at once where the practice need not decide', () => {
    const { id } = app.aBooking(TO)
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    const ask = (wish: string) =>
      moveByPatient(app.ctx(), id, { start: Date.parse('2027-01-13T10:00:00+01:00'), wish, message: '' })
    expect(refusalCode(() => ask('c'))).toBe('invalid')
    ask('b')
    expect(reserved()).toEqual([['b', '01-13T09:00']])
  })
})

describe('messages', () => {
  beforeEach(() => {
    saveResource(app.ctx(), 'doctor-1', { name: 'Dr. A' })
    writeSettings(app.ctx(), 'practice', { mail: 'ordination@praxis.example' })
  })
  const textsOf = (kind: string) =>
    app
      .rows<{ text: string }>('select text from messages where kind = ? order by channel, id', kind)
      .map(({ text }) => text.replaceAll('\u00a0', ' '))

  it('of a move name the doctor, and the earlier one where it is another one', () => {
    const { id } = app.aBooking(TO, { mobile: '+43 660 1234567' })
    moveTo(id, '2027-01-13T10:00:00+01:00')
    expect(textsOf('moved')[0]).toContain('Bisher: Mittwoch, 13. Jänner 2027, 09:00 Uhr. Die neue Zeit')
    expect(textsOf('moved')[0]).toContain('Bei: Dr. A')
    app.pass(60_000)
    moveTo(id, TO, 'b')
    const [, mail, , sms] = textsOf('moved')
    expect(mail).toContain('Bisher: Mittwoch, 13. Jänner 2027, 10:00 Uhr, bei Dr. A. Die neue Zeit')
    expect(mail).toContain('Bei: Dr. B')
    expect(sms).toContain('Mi 13. Jänner, 09:00 Uhr (Dr. B) statt Mi 13. Jänner, 10:00 Uhr')
  })

  it('about the wish for another doctor name both, to patient and practice, and what was refused', () => {
    const { id } = app.aBooking(TO)
    moveByPatient(app.ctx(), id, { start: Date.parse(TO), wish: 'b', message: '' })
    for (const kind of ['move-received', 'move-asked'])
      expect(textsOf(kind)[0]).toMatch(
        /Bisher: Mittwoch, 13\. Jänner 2027, 09:00 Uhr, bei Dr\. A\nGewünscht: Mittwoch, 13\. Jänner 2027, 09:00 Uhr, bei Dr\. B/,
      )
    decideBooking(app.assistant(), id, { decision: 'reject', message: '' })
    expect(textsOf('move-rejected')[0]).toContain('09:00 Uhr, bei Dr. B, verschieben.')
    expect(textsOf('move-rejected')[0]).toContain('Bei: Dr. A')
  })

  it('of the waiting list name whose time is offered, the SMS in one message, and who has it when it is taken', () => {
    const booking = app.aBooking(LATER_START, { mobile: '+43 660 1234567' })
    const { id } = app.wait(booking, { resource: 'b' })
    writeSettings(app.ctx(), 'practice', { name: 'Praxis A und B' })
    saveText(app.ctx(), 'offer', { email_opening: 'Frei bei {Arzt}.' })
    offerByHand(app.assistant(), id, Date.parse(FREED_START))
    const [mail, sms] = textsOf('offer')
    expect(mail).toContain('Frei bei Dr. B.')
    expect(mail).toContain('\nBei: Dr. B\n')
    expect(sms).toContain('Di 12. Jänner, 08:30 (Dr. B)')
    expect(smsLength(sms ?? '').parts).toBe(1)
    takeOffer(app.ctx(), app.openOfferId())
    expect(textsOf('moved-by-patient')[0]).toContain('09:00 Uhr, bei Dr. A. Die neue Zeit')
  })

  it('of a series name the doctor once, or at each time where there are several', () => {
    enterSeries({ starts: WEEKS, wish: 'b' })
    expect(textsOf('series-confirmed')[0]).toContain('\nBei: Dr. B\n')
    const starts = [10, 17].map((day) => `2027-02-${day}T10:00:00+01:00`)
    const { bookings } = enterSeries({ starts, wish: 'doctor-1' })
    moveTo(bookings[0]?.id ?? '', '2027-02-10T11:00:00+01:00', 'b')
    cancelThisAndLater(app.assistant(), bookings[0]?.id ?? '', '')
    const [cancelled] = textsOf('series-cancelled')
    expect(cancelled).toContain('11:00 Uhr, bei Dr. B')
    expect(cancelled).toContain('10:00 Uhr, bei Dr. A')
    expect(cancelled).not.toContain('Bei: ')
  })

  it('of moved appointments of a series name who had each before, also where a single one moves', () => {
    const [first, second] = enterSeries({ starts: WEEKS.slice(0, 2), wish: 'doctor-1' }).bookings
    app.pass(60_000)
    moveLaterTo('b', second, WEEKS[1])
    expect(textsOf('moved')[0]).toContain('20. Jänner 2027, 10:00 Uhr, bei Dr. A. Die neue Zeit')
    expect(textsOf('moved')[0]).toContain('Bei: Dr. B')
    app.pass(60_000)
    moveLaterTo('b', first, '2027-01-13T10:30:00+01:00')
    const [mail] = textsOf('series-moved')
    expect(mail).toContain('10:30 Uhr, bisher Mi 13. Jänner, 10:00, bei Dr. A')
    expect(mail).toMatch(/bisher Mi 20\. Jänner, 10:00$/m)
  })
})

describe('a series for anybody', () => {
  const doctors = (bookings: readonly { resourceId: string }[]) =>
    bookings.map(({ resourceId }) => resourceId)

  it('is planned and entered at one doctor: at whom most of the times are free, else at the first one', () => {
    expect(planAt(WEEKS[0] ?? '').map(({ resourceId }) => resourceId)).toEqual(Array(3).fill('doctor-1'))
    // On its own, each of the two would have gone to who has fewer appointments on that day.
    app.aBooking('2027-01-13T15:00:00+01:00', { resourceId: 'doctor-1' })
    expect(doctors(enterSeries({ starts: WEEKS }).bookings)).toEqual(Array(3).fill('doctor-1'))
    const planned = planAt(WEEKS[0] ?? '')
    expect(planned.map(({ resourceId, reasons }) => [resourceId, reasons])).toEqual(Array(3).fill(['b', []]))
  })

  it('says of one time that is not free there why, with other times there, and takes a colleague where it is typed', () => {
    app.aBooking(WEEKS[1] ?? '', { resourceId: 'b' })
    app.aBooking(WEEKS[0] ?? '')
    app.aBooking(WEEKS[2] ?? '')
    const planned = planAt(WEEKS[0] ?? '')
    expect(planned.map(({ resourceId, reasons }) => [resourceId, reasons.length])).toEqual([
      ['b', 0],
      ['b', 1],
      ['b', 0],
    ])
    expect(planned[1]?.alternatives).toHaveLength(3)
    expect(planned.map(({ elsewhere }) => elsewhere)).toEqual([undefined, 'doctor-1', undefined])
    const wished = planAt(WEEKS[0] ?? '', 'b')
    expect(wished.map(({ elsewhere, reasons }) => [elsewhere, reasons.length])).toEqual([
      [undefined, 0],
      [undefined, 1],
      [undefined, 0],
    ])
    expect(doctors(enterSeries({ starts: WEEKS }).bookings)).toEqual(['b', 'doctor-1', 'b'])
  })

  it('stays with the doctor that is wished for', () => {
    app.aBooking(WEEKS[0] ?? '')
    expect(planAt(WEEKS[0] ?? '', 'doctor-1').map(({ reasons }) => reasons.length)).toEqual([1, 0, 0])
    expect(refusalCode(() => enterSeries({ starts: WEEKS, wish: 'doctor-1' }))).toBe('slot_taken')
  })
})

describe('time that has become free', () => {
  it('of the second doctor is offered to who takes any, and held or booked there', () => {
    app.caller('anna')
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    expect(reserved()).toEqual([['b', '01-12T07:30']])
    const taken = takeOffer(app.ctx(), app.openOfferId())
    expect('hold' in taken).toBe(true)
    expect(reserved()).toEqual([['b', '01-12T07:30']])
  })

  it('is offered to nobody who waits for another doctor, by wish or for an appointment', () => {
    app.caller('anna', { resource: 'doctor-1' })
    app.wait(app.aBooking(LATER_START))
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    expect(app.openOffers()).toEqual([])
    app.free(FREED_START)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['anna', 'open', '2027-01-12T07:30']])
  })

  it('of a wished doctor moves an appointment there', () => {
    const booking = app.aBooking(LATER_START)
    app.wait(booking, { resource: 'b' })
    app.free(FREED_START)
    app.offerDue()
    expect(app.openOffers()).toEqual([])
    app.cancel(app.aBooking(FREED_START, { resourceId: 'b' }))
    app.offerDue()
    takeOffer(app.ctx(), app.openOfferId())
    expect(reserved()).toEqual([['b', '01-12T07:30']])
    expect(bookingRow(booking.id)).toMatchObject({ resource_id: 'b' })
  })

  it('can be offered by hand at either; a doctor who is deleted is wished for no more', () => {
    const { id } = app.caller('anna', { resource: 'b' })
    expect(refusalCode(() => app.caller('otto', { resource: 'c' }))).toBe('invalid')
    expect(offerByHand(app.assistant(), id, Date.parse(TO)).resourceId).toBe('b')
    const other = app.caller('rosa')
    expect(offerByHand(app.assistant(), other.id, Date.parse(TO), 'doctor-1').resourceId).toBe('doctor-1')
    app.change('delete from occupations')
    deleteResource(app.ctx(), 'b')
    expect(app.rows('select resource_id from waiting_entries where id = ?', id)).toEqual([
      { resource_id: null },
    ])
  })
})
