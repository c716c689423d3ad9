import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTwoDoctorsApp, THREE_WEEKS, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { FREED_START } from '../testing/waiting-list-app.ts'
import { dayAt } from '../time/vienna.ts'
import { decideBooking } from './decisions.ts'
import { moveByPatient, searchForPatient } from './patient-moves.ts'
import { undoChange } from './undo.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

// Starts on one Wednesday. An appointment takes half an hour, so the first two overlap.
const AT_NINE = '2027-01-13T09:00:00+01:00'
const AT_QUARTER_PAST_NINE = '2027-01-13T09:15:00+01:00'
const AT_TEN = '2027-01-13T10:00:00+01:00'

describe('a move', () => {
  it('keeps the doctor by default', () => {
    const { id } = app.addBooking(FREED_START, { resourceId: 'doctor-2' })
    app.moveTo(id, { start: AT_NINE })
    expect(app.listReserved()).toEqual([['doctor-2', AT_NINE]])
  })

  it('can be to another doctor at the same time', () => {
    const { id } = app.addBooking(AT_NINE, { resourceId: 'doctor-2' })
    const { booking } = app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-1' })
    expect(booking.resourceId).toBe('doctor-1')
    expect(app.listReserved()).toEqual([['doctor-1', AT_NINE]])
    expect(app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-1' }).repeated).toBe(true)
  })

  it('to another doctor can be undone', () => {
    const { id } = app.addBooking(AT_NINE, { resourceId: 'doctor-2' })
    app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-1' })
    expect(undoChange(app.assistant(), id).resourceId).toBe('doctor-2')
    expect(app.listReserved()).toEqual([['doctor-2', AT_NINE]])
  })

  it('is refused if the new doctor does not offer the service or is not free', () => {
    const { id } = app.addBooking(AT_NINE, { resourceId: 'doctor-2' })
    expect(refusalCode(() => app.moveTo(id, { start: FREED_START, doctorId: 'unknown doctor' }))).toBe(
      'invalid',
    )
    app.addBooking(AT_NINE)
    expect(refusalCode(() => app.moveTo(id, { start: AT_NINE, doctorId: 'doctor-1' }))).toBe('slot_taken')
  })

  it('that changes only the later appointments of a series cannot be undone from the first one', () => {
    const [firstStart, secondStart] = THREE_WEEKS
    const series = app.enterSeries({ starts: [firstStart, secondStart], doctorId: 'doctor-1' })
    const [first, second] = series.bookings
    if (first === undefined || second === undefined) throw new Error('The series has no two appointments.')
    app.pass(MINUTE)
    app.moveTo(second.id, { start: secondStart, doctorId: 'doctor-2' })
    app.pass(MINUTE)
    expect(app.moveLaterTo(first, { start: firstStart, doctorId: 'doctor-1' })).not.toHaveProperty(
      'undoUntil',
    )
    expect(app.listReserved()).toEqual([
      ['doctor-1', firstStart],
      ['doctor-1', secondStart],
    ])
    expect(refusalCode(() => undoChange(app.assistant(), first.id))).toBe('too_late')
  })
})

describe('a move that a patient asks for', () => {
  /** Inserts an appointment at the first doctor. @returns its id */
  const addAppointment = () => app.addBooking(AT_NINE, { resourceId: 'doctor-1' }).id
  /** Asks for a time, with the doctor who is named. */
  const askToMove = (
    id: string,
    { start, doctorId }: Readonly<{ start: string; doctorId?: string | undefined }>,
  ) => moveByPatient(app.ctx(), id, { start: Date.parse(start), wish: doctorId, message: '' })

  it('reserves the time of the other doctor until the practice decides', () => {
    const id = addAppointment()
    askToMove(id, { start: AT_QUARTER_PAST_NINE, doctorId: 'doctor-2' })
    expect(app.listReserved()).toEqual([
      ['doctor-1', AT_NINE],
      ['doctor-2', AT_QUARTER_PAST_NINE],
    ])
    expect(app.resourcesOf(id)).toEqual({ resource_id: 'doctor-1', move_to_resource_id: 'doctor-2' })
  })

  it.each([
    { named: 'that doctor', doctorId: 'doctor-1' },
    { named: 'no doctor', doctorId: undefined },
  ])('keeps the doctor when the patient names $named', ({ doctorId }) => {
    const id = addAppointment()
    askToMove(id, { start: AT_TEN, doctorId })
    expect(app.resourcesOf(id)).toEqual({ resource_id: 'doctor-1', move_to_resource_id: null })
  })

  it('changes the doctor when the practice confirms it', () => {
    const id = addAppointment()
    askToMove(id, { start: AT_QUARTER_PAST_NINE, doctorId: 'doctor-2' })
    askToMove(id, { start: AT_NINE, doctorId: 'doctor-2' })
    decideBooking(app.assistant(), id, { decision: 'confirm', message: '' })
    expect(app.listReserved()).toEqual([['doctor-2', AT_NINE]])
    expect(app.resourcesOf(id)).toEqual({ resource_id: 'doctor-2', move_to_resource_id: null })
  })

  it('leaves the booking with its doctor when the practice rejects it', () => {
    const id = addAppointment()
    askToMove(id, { start: AT_TEN })
    decideBooking(app.assistant(), id, { decision: 'reject', message: '' })
    expect(app.listReserved()).toEqual([['doctor-1', AT_NINE]])
  })

  it('goes to the only other doctor once the own one takes no more appointments', () => {
    const id = addAppointment()
    saveResource(app.ctx(), 'doctor-1', { active: false })
    const shownSlots = listFreeSlots(app.ctx(), dayAt(Date.parse(AT_NINE)), searchForPatient(app.ctx(), id))
    expect(new Set(shownSlots.resourceIds)).toEqual(new Set(['doctor-2']))
    const asked = askToMove(id, { start: FREED_START })
    expect(app.resourcesOf(id)).toEqual({ resource_id: 'doctor-1', move_to_resource_id: 'doctor-2' })
    expect(askToMove(id, { start: FREED_START })).toEqual(asked)
    // Asking for the present time withdraws the move.
    askToMove(id, { start: AT_NINE })
    expect(app.listReserved()).toEqual([['doctor-1', AT_NINE]])
  })

  it('needs a choice if several others offer the service', () => {
    const id = addAppointment()
    saveResource(app.ctx(), 'doctor-3', { name: 'Dr. C' })
    const service = getService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, otherResourceIds: ['doctor-2', 'doctor-3'] })
    saveResource(app.ctx(), 'doctor-1', { active: false })
    expect(refusalCode(() => askToMove(id, { start: FREED_START }))).toBe('slot_taken')
    expect(askToMove(id, { start: FREED_START, doctorId: 'doctor-3' }).moveToResourceId).toBe('doctor-3')
  })

  it('changes the doctor at once if moves need no decision', () => {
    const id = addAppointment()
    writeSettings(app.ctx(), 'general', { moves_auto_confirm: true })
    expect(refusalCode(() => askToMove(id, { start: AT_TEN, doctorId: 'unknown doctor' }))).toBe('invalid')
    askToMove(id, { start: AT_TEN, doctorId: 'doctor-2' })
    expect(app.listReserved()).toEqual([['doctor-2', AT_TEN]])
  })
})

describe('a move of an appointment and the later ones of its series to another doctor', () => {
  /** The reserved times after the second appointment and the later one have moved. */
  const RESERVED_AFTER_MOVE = [
    ['doctor-1', THREE_WEEKS[0]],
    ['doctor-2', '2027-01-20T10:30:00+01:00'],
    ['doctor-2', '2027-01-27T10:30:00+01:00'],
  ]
  let bookings: readonly Booking[]
  beforeEach(() => {
    bookings = app.enterSeries({ starts: THREE_WEEKS, doctorId: 'doctor-1' }).bookings
    app.pass(MINUTE)
    app.moveLaterTo(bookings[1], { start: '2027-01-20T10:30:00+01:00', doctorId: 'doctor-2' })
    app.pass(MINUTE)
  })

  it('gives all of them the new doctor', () => {
    expect(app.listReserved()).toEqual(RESERVED_AFTER_MOVE)
  })

  it('changes only the doctor of appointments whose time it does not change', () => {
    app.moveLaterTo(bookings[0], { start: THREE_WEEKS[0], doctorId: 'doctor-2' })
    expect(app.listReserved()).toEqual([['doctor-2', THREE_WEEKS[0]], ...RESERVED_AFTER_MOVE.slice(1)])
    // Only the first appointment has moved now; the others moved above.
    const moveCounts = app.rows('select moves from bookings order by starts_at').map(({ moves }) => moves)
    expect(moveCounts).toEqual([1, 1, 1])
    undoChange(app.assistant(), bookings[0]?.id ?? '')
    expect(app.listReserved()).toEqual(RESERVED_AFTER_MOVE)
  })

  it('is refused if the new doctor does not offer the service', () => {
    expect(
      refusalCode(() => app.moveLaterTo(bookings[0], { start: AT_NINE, doctorId: 'unknown doctor' })),
    ).toBe('invalid')
    expect(app.listReserved()).toEqual(RESERVED_AFTER_MOVE)
  })
})
