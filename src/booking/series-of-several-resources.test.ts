import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTwoDoctorsApp, THREE_WEEKS, type TwoDoctorsApp } from '../testing/two-doctors-app.ts'

let app: TwoDoctorsApp

beforeEach(() => {
  app = openTwoDoctorsApp()
})

describe('a series without a wish for a doctor', () => {
  const doctors = (bookings: readonly { resourceId: string }[]) =>
    bookings.map(({ resourceId }) => resourceId)

  it('is planned with the first doctor if all doctors are free at the same number of its times', () => {
    expect(app.planWeeks({ start: THREE_WEEKS[0] }).map(({ resourceId }) => resourceId)).toEqual(
      Array(3).fill('doctor-1'),
    )
  })

  it('is entered with one doctor, even if another has fewer appointments on one of the days', () => {
    app.addBooking('2027-01-13T15:00:00+01:00', { resourceId: 'doctor-1' })
    expect(doctors(app.enterSeries({ starts: THREE_WEEKS }).bookings)).toEqual(Array(3).fill('doctor-1'))
  })

  it('is planned with the doctor who is free at most of its times', () => {
    app.enterSeries({ starts: THREE_WEEKS })
    const planned = app.planWeeks({ start: THREE_WEEKS[0] })
    expect(planned.map(({ resourceId, reasons }) => [resourceId, reasons])).toEqual(
      Array(3).fill(['doctor-2', []]),
    )
  })

  describe('whose doctor is not free at one of its times', () => {
    beforeEach(() => {
      app.addBooking(THREE_WEEKS[1], { resourceId: 'doctor-2' })
      app.addBooking(THREE_WEEKS[0])
      app.addBooking(THREE_WEEKS[2])
    })

    it('is planned with the reason, alternatives, and a colleague who is free at that time', () => {
      const planned = app.planWeeks({ start: THREE_WEEKS[0] })
      expect(planned.map(({ resourceId, reasons }) => [resourceId, reasons.length])).toEqual([
        ['doctor-2', 0],
        ['doctor-2', 1],
        ['doctor-2', 0],
      ])
      const alternatives = planned[1]?.alternatives ?? []
      const inOrder = alternatives.toSorted((a, b) => a - b)
      expect(alternatives).toHaveLength(3)
      // Appointments take half an hour, so none of these alternatives collide.
      for (const [i, start] of inOrder.slice(1).entries())
        expect(start - (inOrder[i] ?? 0)).toBeGreaterThanOrEqual(30 * MINUTE)
      expect(planned.map(({ elsewhere }) => elsewhere)).toEqual([undefined, 'doctor-1', undefined])
    })

    it('is planned without a colleague if none is free at that time', () => {
      app.addBooking(THREE_WEEKS[1])
      const planned = app.planWeeks({ start: THREE_WEEKS[0] })
      expect(planned[1]).toMatchObject({ elsewhere: undefined })
    })

    it('is planned without a colleague if the practice wants this doctor', () => {
      const planned = app.planWeeks({ start: THREE_WEEKS[0], doctorId: 'doctor-2' })
      expect(planned.map(({ elsewhere, reasons }) => [elsewhere, reasons.length])).toEqual([
        [undefined, 0],
        [undefined, 1],
        [undefined, 0],
      ])
    })

    it('is entered with the colleague at that time', () => {
      expect(doctors(app.enterSeries({ starts: THREE_WEEKS }).bookings)).toEqual([
        'doctor-2',
        'doctor-1',
        'doctor-2',
      ])
    })
  })

  it('keeps to the wanted doctor, even if not all of its times are free', () => {
    app.addBooking(THREE_WEEKS[0])
    expect(
      app.planWeeks({ start: THREE_WEEKS[0], doctorId: 'doctor-1' }).map(({ reasons }) => reasons.length),
    ).toEqual([1, 0, 0])
    expect(refusalCode(() => app.enterSeries({ starts: THREE_WEEKS, doctorId: 'doctor-1' }))).toBe(
      'slot_taken',
    )
  })
})
