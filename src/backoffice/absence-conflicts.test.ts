import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listConflictsOfAbsence } from './absence-conflicts.ts'

/** Returns the instant of this time on Tuesday, 12 January 2027. */
const at = (time: string) => Date.parse(`2027-01-12T${time}:00+01:00`)

function aBlock(start: string, end: string, resource_id: string | null = null): AbsenceInput {
  return { kind: 'block', title: 'Fortbildung', start: at(start), end: at(end), resource_id }
}

describe('the conflicts of an absence', () => {
  it('are the requested and confirmed appointments within the time, by start', async () => {
    const app = openTestApp()
    const browser = app.browser()
    let patients = 0
    const bookAt = async (time: string, decision?: 'confirm' | 'reject'): Promise<string> => {
      const email = `patient${patients++}@musterfrau.example`
      const { json } = await book(app, browser, `2027-01-12T${time}:00+01:00`, email)
      if (decision) decideBooking(app.ctx(), json.id, { decision })
      return json.id
    }
    const afternoon = await bookAt('14:00', 'confirm')
    const eight = await bookAt('08:00', 'confirm')
    const nine = await bookAt('09:00')
    await bookAt('10:00', 'reject')

    const conflictsWithin = (start: string, end: string, resource: string | null = null) =>
      listConflictsOfAbsence(app.ctx(), aBlock(start, end, resource)).map(({ booking }) => booking.id)
    expect(conflictsWithin('00:00', '23:00')).toEqual([eight, nine, afternoon])
    // The appointment at eight lasts until 08:45.
    expect(conflictsWithin('08:44', '09:01')).toEqual([eight, nine])
    // From 08:45 to 08:50 there is padding only.
    expect(conflictsWithin('08:45', '09:00')).toEqual([])
    expect(conflictsWithin('10:00', '13:00')).toEqual([])
    expect(conflictsWithin('00:00', '23:00', 'doctor-1')).toHaveLength(3)

    // By now the appointment at eight is over.
    app.at('2027-01-12T09:00:00+01:00')
    expect(conflictsWithin('00:00', '23:00')).toEqual([nine, afternoon])
  })

  it('are those of the absent resource', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    // The appointment stays with doctor-1 when its service goes to another doctor.
    saveService(app.ctx(), { ...getActiveService(app.ctx(), 'erstordination'), resourceId: 'doctor-2' })
    const conflictsOf = (resource: string) =>
      listConflictsOfAbsence(app.ctx(), aBlock('08:00', '12:00', resource))
    expect(conflictsOf('doctor-2')).toEqual([])
    expect(conflictsOf('doctor-1')).toMatchObject([
      { booking: { id: json.id }, resourceId: 'doctor-1', firstVisit: true },
    ])
  })

  it('include the appointments of a deleted service', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    app.change(`delete from services where id = 'erstordination'`)
    expect(listConflictsOfAbsence(app.ctx(), aBlock('08:00', '12:00'))).toMatchObject([{ firstVisit: false }])
  })
})
