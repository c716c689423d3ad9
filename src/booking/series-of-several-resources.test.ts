import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTwoDoctorsApp, THREE_WEEKS, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

describe('a series without a wish for a doctor', () => {
  const doctorsOf = (bookings: readonly { resourceId: string }[]) =>
    bookings.map(({ resourceId }) => resourceId)
  /** Plans the three weeks. @returns for each the doctor, how many reasons, and a free colleague if any */
  const planThreeWeeks = (doctorId?: string) =>
    app
      .planThreeWeeks({ start: THREE_WEEKS[0], ...(doctorId !== undefined && { doctorId }) })
      .map(({ resourceId, reasons, elsewhere }) => ({
        doctor: resourceId,
        reasons: reasons.length,
        elsewhere,
      }))

  it('is planned with the first doctor if all doctors are free at the same number of its times', () => {
    expect(planThreeWeeks().map(({ doctor }) => doctor)).toEqual(Array(3).fill('doctor-1'))
  })

  it('is entered with one doctor, even if another has fewer appointments on one of the days', () => {
    app.addBooking('2027-01-13T15:00:00+01:00', { resourceId: 'doctor-1' })
    expect(doctorsOf(app.enterSeries({ starts: THREE_WEEKS }).bookings)).toEqual(Array(3).fill('doctor-1'))
  })

  it('is planned with the doctor who is free at most of its times', () => {
    app.enterSeries({ starts: THREE_WEEKS })
    expect(planThreeWeeks()).toEqual(Array(3).fill({ doctor: 'doctor-2', reasons: 0, elsewhere: undefined }))
  })

  describe('whose doctor is not free at one of its times', () => {
    beforeEach(() => {
      const [first, second, third] = THREE_WEEKS
      // The first doctor has appointments at two of the times, and the second doctor at one.
      for (const start of [first, third]) app.addBooking(start, { resourceId: 'doctor-1' })
      app.addBooking(second, { resourceId: 'doctor-2' })
    })

    it('is planned with a reason, and with a colleague who is free at that time', () => {
      expect(planThreeWeeks()).toEqual([
        { doctor: 'doctor-2', reasons: 0, elsewhere: undefined },
        { doctor: 'doctor-2', reasons: 1, elsewhere: 'doctor-1' },
        { doctor: 'doctor-2', reasons: 0, elsewhere: undefined },
      ])
    })

    it('is planned with three alternatives to that time, which do not collide', () => {
      const [, occupied] = app.planThreeWeeks({ start: THREE_WEEKS[0] })
      const alternatives = occupied?.alternatives ?? []
      const inOrder = alternatives.toSorted((a, b) => a - b)
      expect(alternatives).toHaveLength(3)
      // Appointments take half an hour.
      for (const [i, start] of inOrder.slice(1).entries())
        expect(start - (inOrder[i] ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE)
    })

    it('is planned without a colleague if none is free at that time', () => {
      app.addBooking(THREE_WEEKS[1], { resourceId: 'doctor-1' })
      const [, occupied] = app.planThreeWeeks({ start: THREE_WEEKS[0] })
      expect(occupied).toMatchObject({ elsewhere: undefined })
    })

    it('is planned without a colleague if the practice wants this doctor', () => {
      expect(planThreeWeeks('doctor-2')).toEqual([
        { doctor: 'doctor-2', reasons: 0, elsewhere: undefined },
        { doctor: 'doctor-2', reasons: 1, elsewhere: undefined },
        { doctor: 'doctor-2', reasons: 0, elsewhere: undefined },
      ])
    })

    it('is entered with the colleague at that time', () => {
      expect(doctorsOf(app.enterSeries({ starts: THREE_WEEKS }).bookings)).toEqual([
        'doctor-2',
        'doctor-1',
        'doctor-2',
      ])
    })
  })

  it('keeps to the wanted doctor, even if not all of its times are free', () => {
    app.addBooking(THREE_WEEKS[0], { resourceId: 'doctor-1' })
    expect(planThreeWeeks('doctor-1').map(({ reasons }) => reasons)).toEqual([1, 0, 0])
    expect(refusalCode(() => app.enterSeries({ starts: THREE_WEEKS, doctorId: 'doctor-1' }))).toBe(
      'slot_taken',
    )
  })
})
