import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** A Tuesday on which both doctors work. */
const DAY = '2027-01-12'
/** A time of that day at which only one of them is free. */
const OCCUPIED_START = `${DAY}T08:30:00+01:00`

describe('an entry for one of two doctors', () => {
  /** Opens the app with an entry for Dr. B, who is occupied at `OCCUPIED_START`. */
  async function openWithEntryForDrB() {
    const app = openTestApp()
    const admin = app.admin()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['doctor-2'] })
    insertBooking(app.ctx().db, { startsAt: Date.parse(OCCUPIED_START), resourceId: 'doctor-2' })
    const added = await admin.post('/api/admin/waiting-list', {
      service_id: 'facial',
      name: 'Otto Beispielmann',
      email: 'otto@beispielmann.example',
      not_after: '2027-02-01',
      resource: 'doctor-2',
    })
    const readTimes = (query = '') =>
      admin.get(`/api/admin/waiting-list/${added.json.id}/slots?from=${DAY}${query}`)
    return { added, readTimes }
  }

  it('names the wished doctor', async () => {
    const { added } = await openWithEntryForDrB()
    expect(added.json).toMatchObject({ resource: 'doctor-2', resource_name: 'Dr. B' })
  })

  it('has the times of this doctor, and on request those of the other', async () => {
    const { readTimes } = await openWithEntryForDrB()
    const hasStart = async (query?: string) => {
      const [day] = (await readTimes(query)).json
      return day.starts.includes(OCCUPIED_START)
    }
    expect(await hasStart()).toBe(false)
    expect(await hasStart('&resource=doctor-1')).toBe(true)
  })

  it('refuses an unknown doctor', async () => {
    const { readTimes } = await openWithEntryForDrB()
    const { status, json } = await readTimes('&resource=doctor-3')
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})
