import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { BLOCK_BODY } from '../../testing/block-at.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** The start of an appointment that the block of `BLOCK_BODY` overlaps. */
const WITHIN_BLOCK = Date.parse('2027-01-12T08:30:00+01:00')

/** Opens the app with a confirmed appointment at WITHIN_BLOCK. `id` is its id. */
function openWithAppointment() {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: WITHIN_BLOCK })
  return { app, admin: app.admin(), id }
}

describe('the conflicts of an absence', () => {
  it('are the appointments within it', async () => {
    const { admin } = openWithAppointment()
    const [booking] = (await admin.get('/api/admin/bookings')).json.bookings
    // Without an SMS provider only an e-mail reaches the patient, and there is no price of an SMS.
    const conflicts = [{ ...booking, by: ['email'], sms_price: null }]
    const check = await admin.post('/api/admin/absences/check', BLOCK_BODY)
    expect([check.status, check.json]).toEqual([200, { conflicts }])

    await admin.post('/api/admin/absences', BLOCK_BODY)
    expect((await admin.get('/api/admin/absences/conflicts')).json).toEqual({ conflicts })
  })

  it('are not the appointments outside it', async () => {
    const { admin } = openWithAppointment()
    const inSummer = {
      kind: 'closure',
      title: 'Familie',
      reason: 'Urlaub',
      from: '2027-08-02',
      to: '2027-08-06',
    }
    const check = await admin.post('/api/admin/absences/check', inSummer)
    expect([check.status, check.json]).toEqual([200, { conflicts: [] }])
  })

  it('are checked without storing the absence', async () => {
    const { app, admin } = openWithAppointment()
    const occupationsBefore = app.rows('select * from occupations')
    expect((await admin.post('/api/admin/absences/check', BLOCK_BODY)).status).toBe(200)
    expect((await admin.get('/api/admin/absences/conflicts')).json).toEqual({ conflicts: [] })
    expect(app.rows('select * from occupations')).toEqual(occupationsBefore)
    expect(app.rows('select id from absences')).toEqual([])
  })

  it('are only those of the doctor who is absent', async () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    const appointment = { status: 'confirmed', startsAt: WITHIN_BLOCK } as const
    insertBooking(app.ctx().db, { ...appointment, resourceId: 'doctor-1' })
    const { id } = insertBooking(app.ctx().db, { ...appointment, resourceId: 'doctor-2' })
    const admin = app.admin()
    const blockOfOne = { ...BLOCK_BODY, resource_id: 'doctor-2' }
    const check = await admin.post('/api/admin/absences/check', blockOfOne)
    expect(check.json.conflicts).toMatchObject([{ id }])
    await admin.post('/api/admin/absences', blockOfOne)
    const stored = await admin.get('/api/admin/absences/conflicts')
    expect(stored.json.conflicts).toMatchObject([{ id }])
  })
})

describe('an absence over the time to which a patient asks to move', () => {
  /** An absence that overlaps the time asked for, but not the appointment. */
  const OVER_ASKED_TIME = {
    ...BLOCK_BODY,
    start: '2027-01-12T10:15:00+01:00',
    end: '2027-01-12T11:00:00+01:00',
  }

  /** Opens the app in which a patient has asked to move from 08:30 to 10:00. */
  async function openWithMove() {
    const { app, id } = openWithAppointment()
    await app.browser().post('/api/patient/move', { id, start: '2027-01-12T10:00:00+01:00' })
    const readBooking = async () => (await app.browser().get(`/api/bookings/${id}`)).json
    return { app, readBooking }
  }

  it('is checked with the number of such moves, which the check leaves as they are', async () => {
    const { app, readBooking } = await openWithMove()
    const { json } = await app.admin().post('/api/admin/absences/check', OVER_ASKED_TIME)
    expect(json).toEqual({ conflicts: [], moves: 1 })
    expect(await readBooking()).toHaveProperty('move')
  })

  it('rejects the move once it is stored', async () => {
    const { app, readBooking } = await openWithMove()
    expect(await readBooking()).toHaveProperty('move')
    await app.admin().post('/api/admin/absences', OVER_ASKED_TIME)
    expect(await readBooking()).not.toHaveProperty('move')
  })
})
