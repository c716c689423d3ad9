import { describe, expect, it } from 'vitest'
import { decideBooking } from '../booking/decisions.ts'
import { getActiveService, saveService } from '../schedule/services.ts'
import { blockAt } from '../testing/block-at.ts'
import { book } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listConflictsOfAbsence } from './absence-conflicts.ts'

/**
 * Opens a practice with confirmed appointments on Tuesday at eight and at two in the afternoon, a request for
 * nine, and a rejected one for ten. Each appointment lasts 45 minutes, and five minutes of padding follow.
 */
async function openWithAppointments() {
  const app = openTestApp()
  const browser = app.browser()
  const bookAt = async (time: string, decision?: 'confirm' | 'reject'): Promise<string> => {
    // Each appointment has another patient.
    const email = `patient-${time.slice(0, 2)}@musterfrau.example`
    const { json } = await book(app, browser, `2027-01-12T${time}:00+01:00`, email)
    if (decision) decideBooking(app.ctx(), json.id, { decision })
    return json.id
  }
  // The last one is booked first, so that the order of the lists is not that of the bookings.
  const atTwo = await bookAt('14:00', 'confirm')
  const atEight = await bookAt('08:00', 'confirm')
  const atNine = await bookAt('09:00')
  await bookAt('10:00', 'reject')

  const conflictsWithin = (start: string, end: string, resource: string | null = null) =>
    listConflictsOfAbsence(app.ctx(), blockAt(start, end, resource)).map(({ booking }) => booking.id)
  return { app, atEight, atNine, atTwo, conflictsWithin }
}

describe('the conflicts of an absence', () => {
  it('are requested and confirmed appointments, by start', async () => {
    const { atEight, atNine, atTwo, conflictsWithin } = await openWithAppointments()
    expect(conflictsWithin('00:00', '23:00')).toEqual([atEight, atNine, atTwo])
    expect(conflictsWithin('00:00', '23:00', 'doctor-1')).toEqual([atEight, atNine, atTwo])
    expect(conflictsWithin('10:00', '13:00')).toEqual([])
  })

  it('overlap the absence by more than their padding', async () => {
    const { atEight, atNine, conflictsWithin } = await openWithAppointments()
    expect(conflictsWithin('08:44', '09:01')).toEqual([atEight, atNine])
    expect(conflictsWithin('08:45', '09:00')).toEqual([])
  })

  it('are not over yet', async () => {
    const { app, atNine, atTwo, conflictsWithin } = await openWithAppointments()
    app.setClock('2027-01-12T09:00:00+01:00')
    expect(conflictsWithin('00:00', '23:00')).toEqual([atNine, atTwo])
  })

  it('are appointments of the absent resource', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    // The appointment stays with doctor-1 when its service goes to another doctor.
    saveService(app.ctx(), { ...getActiveService(app.ctx(), 'erstordination'), resourceId: 'doctor-2' })
    const conflictsOf = (resource: string) =>
      listConflictsOfAbsence(app.ctx(), blockAt('08:00', '12:00', resource))
    expect(conflictsOf('doctor-2')).toEqual([])
    expect(conflictsOf('doctor-1')).toMatchObject([
      { booking: { id: json.id, resourceId: 'doctor-1' }, isFirstVisit: true },
    ])
  })

  it('include the appointments of a deleted service', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T09:00:00+01:00')
    app.changeRows(`delete from services where id = 'erstordination'`)
    expect(listConflictsOfAbsence(app.ctx(), blockAt('08:00', '12:00'))).toMatchObject([
      { isFirstVisit: false },
    ])
  })
})
