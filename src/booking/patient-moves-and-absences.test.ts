import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import {
  halfHoursFrom,
  NEW_START,
  OLD_START,
  openPatientMovesApp,
  type PatientMovesApp,
} from '../testing/patient-moves-app.ts'
import { closeTime } from './closed-times.ts'
import { undoChange } from './undo.ts'

let app: PatientMovesApp

beforeEach(() => {
  app = openPatientMovesApp()
})

describe('an absence that covers both times of a move', () => {
  /** Blocks the time from 08:00 to 10:00 of a day. @returns what it occupies if nothing is in the way */
  const blockMorning = (day: string) => {
    const [start, end] = [Date.parse(`${day}T08:00:00+01:00`), Date.parse(`${day}T10:00:00+01:00`)]
    saveAbsence(app.assistant(), { kind: 'block', title: '', resource_id: null, start, end })
    return [start, end]
  }

  it('takes the time that the decision frees, until the decision is undone', () => {
    const booking = app.addConfirmed()
    app.moveByPatient(booking, NEW_START)
    // The days of `OLD_START` and `NEW_START`, both of which are in the morning.
    const overOldTime = blockMorning('2027-01-12')
    const overNewTime = blockMorning('2027-01-13')

    app.decide(booking, 'confirm', { undoable: true })
    expect(app.occupied()).toEqual(expect.arrayContaining([overOldTime, ...halfHoursFrom(NEW_START)]))
    undoChange(app.assistant(), booking.id)
    expect(app.occupied()).toEqual(expect.arrayContaining(halfHoursFrom(OLD_START)))
    app.decide(booking, 'reject')
    expect(app.occupied()).toContainEqual(overNewTime)
  })
})

describe('a move that a patient asks for, to 13 January from 09:00 to 09:30,', () => {
  /** Closes a part of 13 January for one resource, or for the whole practice. */
  const closePart = (part: Readonly<{ from: string; to: string; resourceId: string | null }>) =>
    closeTime(app.assistant(), {
      kind: 'block',
      title: '',
      resource_id: part.resourceId,
      start: Date.parse(`2027-01-13T${part.from}:00+01:00`),
      end: Date.parse(`2027-01-13T${part.to}:00+01:00`),
    })
  const listAskedTimes = () => app.rows('select move_to_at from bookings')

  beforeEach(() => {
    // There is a second doctor, who offers another service.
    saveService(app.assistant(), { ...getActiveService(app.ctx(), 'facial'), resourceId: 'doctor-2' })
    app.moveByPatient(app.addConfirmed(), NEW_START)
  })

  it.each([
    { absence: 'that ends when it begins', from: '08:00', to: '09:00', resourceId: null },
    { absence: 'that begins when it ends', from: '09:30', to: '12:00', resourceId: null },
    { absence: 'of another doctor', from: '09:00', to: '09:30', resourceId: 'doctor-2' },
  ])('stays open when the practice enters an absence $absence', (absence) => {
    closePart(absence)
    expect(listAskedTimes()).toEqual([{ move_to_at: Date.parse(NEW_START) }])
  })

  it.each([
    { absence: 'of its doctor', resourceId: 'doctor-1' },
    { absence: 'of the practice', resourceId: null },
  ])('is rejected by an absence $absence over its last minute', ({ resourceId }) => {
    closePart({ from: '09:29', to: '10:00', resourceId })
    expect(listAskedTimes()).toEqual([{ move_to_at: null }])
    expect(app.eventKinds().at(-1)).toBe('move-rejected')
    expect(app.sentMessages().at(-1)).toEqual(['email', 'move-rejected'])
  })
})
