import { beforeEach, describe, expect, it } from 'vitest'
import { saveAbsence } from '../schedule/absences.ts'
import { HOUR } from '../shared/day.ts'
import { type ManualBookingApp, openManualBookingApp, TIME_IS_TAKEN } from '../testing/manual-booking-app.ts'

let app: ManualBookingApp

beforeEach(() => {
  app = openManualBookingApp()
})

describe('an appointment that only overlaps paddings', () => {
  const timeInUtc = (at = 0) => new Date(at).toISOString().slice(11, 16)
  /** Returns the occupied times in UTC, as `08:55-09:45`. */
  const occupiedTimes = () => app.occupied().map(([from, to]) => `${timeInUtc(from)}-${timeInUtc(to)}`)

  it('is entered without paddings of its own, and shortens those around it', () => {
    app.enter({ serviceId: 'akupunktur' })
    app.enter({ serviceId: 'akupunktur', start: '2027-01-12T11:10:00+01:00' })
    expect(occupiedTimes()).toEqual(['08:55-09:45', '10:05-10:55'])
    const between = { start: '2027-01-12T10:40:00+01:00' }
    expect(app.refusalToEnter(between)).toEqual(TIME_IS_TAKEN)
    app.enter({ ...between, withoutPaddings: true })
    expect(occupiedTimes()).toEqual(['08:55-09:40', '09:40-10:10', '10:10-10:55'])
  })

  it('never overlaps another appointment itself or an absence', () => {
    const refusalAt = (start: string) => app.refusalToEnter({ start, withoutPaddings: true })
    app.enter({ serviceId: 'akupunktur' })
    expect(refusalAt('2027-01-12T10:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(refusalAt('2027-01-12T09:35:00+01:00')).toEqual(TIME_IS_TAKEN)
    const start = Date.parse('2027-01-12T14:00:00+01:00')
    const end = start + HOUR
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', start, end, resource_id: null })
    expect(refusalAt('2027-01-12T13:40:00+01:00')).toEqual(TIME_IS_TAKEN)
    expect(occupiedTimes()).toEqual(['08:55-09:45', '13:00-14:00'])
  })
})
