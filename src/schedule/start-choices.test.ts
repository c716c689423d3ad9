import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { saveResource } from './resources.ts'
import { getService, saveService } from './services.ts'
import { choicesForPatient, choicesForPractice } from './start-choices.ts'

/** Returns an instant of a Tuesday, on which the practice works from 08:00 to 12:00 and Dr. B from 10:00. */
const instantAt = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)
const FROM_TEN = [[], [], [[10 * 60, 12 * 60]], [], [], [], []] as const

let app: TestApp
const service = () => getService(app.ctx(), 'folgebehandlung')

beforeEach(() => {
  app = openTestApp()
  saveResource(app.ctx(), 'b', { name: 'Dr. B', week: FROM_TEN })
  saveService(app.ctx(), { ...service(), otherResourceIds: ['b'] })
})

const book = (time: string, resourceId: string) =>
  insertBooking(app.ctx().db, {
    startsAt: instantAt(time),
    endsAt: instantAt(time) + 30 * MINUTE,
    resourceId,
  })

describe('a start that a patient books', () => {
  /** Returns the doctors of the choices for a start, in their order. */
  const chosenDoctors = (time: string, wish?: string) =>
    choicesForPatient(app.ctx(), service(), instantAt(time), wish).map(({ resourceId }) => resourceId)

  it('goes to the doctors who work then', () => {
    expect(chosenDoctors('09:00')).toEqual(['doctor-1'])
    expect(chosenDoctors('10:00')).toEqual(['doctor-1', 'b'])
  })

  it('goes to the doctors who are free', () => {
    book('10:00', 'doctor-1')
    expect(chosenDoctors('10:00')).toEqual(['b'])
  })

  it('goes to all doctors who work then if none is free', () => {
    for (const id of ['doctor-1', 'b']) book('10:00', id)
    expect(chosenDoctors('10:00')).toEqual(['doctor-1', 'b'])
  })

  it('goes to the wished doctor only', () => {
    expect(chosenDoctors('10:00', 'b')).toEqual(['b'])
  })

  it('is refused when it is not on the grid', () => {
    const [betweenStarts, beforeWork] = ['10:01', '07:00']
    for (const time of [betweenStarts, beforeWork])
      expect(refusalOf(() => chosenDoctors(time))?.code).toBe('slot_taken')
  })
})

describe('a start that the practice enters', () => {
  /** Returns the doctors of the choices for a start, in their order. */
  const chosenDoctors = (time: string) =>
    choicesForPractice(app.ctx(), service(), instantAt(time), undefined).map(({ resourceId }) => resourceId)

  it('goes first to a doctor who works then, even to a busier one', () => {
    expect(chosenDoctors('09:01')).toEqual(['doctor-1', 'b'])
    book('14:00', 'doctor-1')
    expect(chosenDoctors('09:01')).toEqual(['doctor-1', 'b'])
  })

  it('goes first to a doctor who is free, even to one who does not work then', () => {
    book('09:00', 'doctor-1')
    expect(chosenDoctors('09:01')).toEqual(['b', 'doctor-1'])
  })

  it('goes first to a doctor who works then if none is free', () => {
    for (const id of ['doctor-1', 'b']) book('09:00', id)
    expect(chosenDoctors('09:01')).toEqual(['doctor-1', 'b'])
  })

  it('may go to a doctor who does not work at all', () => {
    saveResource(app.ctx(), 'doctor-1', { week: [[], [], [], [], [], [], []] })
    expect(chosenDoctors('11:00')).toEqual(['b', 'doctor-1'])
  })

  it('is refused when no doctor of the service is active', () => {
    for (const id of ['doctor-1', 'b']) saveResource(app.ctx(), id, { active: false })
    expect(refusalOf(() => chosenDoctors('09:00'))?.code).toBe('slot_taken')
  })
})
