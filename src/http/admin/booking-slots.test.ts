import { describe, expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { getService, saveService } from '../../schedule/services.ts'
import { BOOKED_START, openRequestedApp } from '../../testing/requested-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('GET /api/admin/bookings/{id}/slots', () => {
  it('answers the next four days with free times for the appointment', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    const days = json.map(({ date }: { date: string }) => date)
    expect(days).toEqual(['2027-01-12', '2027-01-13', '2027-01-14', '2027-01-15'])
  })

  it('answers starts that overlap the appointment itself, except its own start', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    const [{ starts }] = json
    expect(starts.slice(0, 3)).toEqual([
      '2027-01-12T08:00:00+01:00',
      '2027-01-12T08:15:00+01:00',
      '2027-01-12T08:45:00+01:00',
    ])
    expect(starts).not.toContain(BOOKED_START)
  })

  it('answers the times of a part of the day; the afternoon begins at 13:30', async () => {
    const { admin, id } = await openRequestedApp()
    const { json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12&part=afternoon`)
    const [{ starts }] = json
    expect(starts[0]).toBe('2027-01-12T13:30:00+01:00')
  })

  it.each([
    { times: 'none before now, 13:40', from: '2026-12-01', firstStart: '2027-01-07T13:45:00+01:00' },
    {
      times: 'those of Monday after a Saturday',
      from: '2027-01-16',
      firstStart: '2027-01-18T08:00:00+01:00',
    },
    { times: 'none that lie years ahead', from: '2031-01-16', firstStart: undefined },
  ])('answers $times', async ({ from, firstStart }) => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.get(`/api/admin/bookings/${id}/slots?from=${from}`)
    const [firstDay] = json
    expect([status, firstDay?.starts.at(0)]).toEqual([200, firstStart])
  })

  it.each([
    { fault: 'no day', query: '' },
    { fault: 'a day that does not exist', query: '?from=2027-02-30' },
    { fault: 'an unknown part of the day', query: '?from=2027-01-12&part=night' },
  ])('is refused for $fault', async ({ query }) => {
    const { admin, id } = await openRequestedApp()
    const answer = await admin.get(`/api/admin/bookings/${id}/slots${query}`)
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused for a cancelled appointment', async () => {
    const { admin, id } = await openRequestedApp()
    await admin.post(`/api/admin/bookings/${id}/cancel`, {})
    const { status, json } = await admin.get(`/api/admin/bookings/${id}/slots?from=2027-01-12`)
    expect([status, json.error]).toEqual([409, 'already_decided'])
  })
})

describe('POST /api/admin/bookings/slots', () => {
  it('answers for each id, in the given order, its times or why it cannot be moved', async () => {
    const { admin, id } = await openRequestedApp()
    const { status, json } = await admin.post('/api/admin/bookings/slots', { ids: ['unknown', id] })
    // The times are the nearest one on the same day that does not overlap 08:30, and 08:30 on the next days.
    const starts = ['2027-01-12T09:30:00+01:00', '2027-01-13T08:30:00+01:00', '2027-01-14T08:30:00+01:00']
    const unknown = { id: 'unknown', error: 'not found', message: 'Der Termin konnte nicht gefunden werden.' }
    expect([status, json]).toEqual([200, { results: [unknown, { id, starts }] }])
  })

  /** Opens the app where Dr. B is free at BOOKED_START, and also offers the service. */
  async function openAppWithColleague() {
    const opened = await openRequestedApp()
    const ctx = opened.app.ctx()
    saveResource(ctx, 'doctor-2', { name: 'Dr. B' })
    saveService(ctx, { ...getService(ctx, 'erstordination'), otherResourceIds: ['doctor-2'] })
    return opened
  }

  it('names a colleague who is free then', async () => {
    const { admin, id } = await openAppWithColleague()
    const { json } = await admin.post('/api/admin/bookings/slots', { ids: [id] })
    const [{ elsewhere }] = json.results
    expect(elsewhere).toEqual([{ start: BOOKED_START, resource_id: 'doctor-2', resource_name: 'Dr. B' }])
  })

  it('answers the times of a colleague on request', async () => {
    const { admin, id } = await openAppWithColleague()
    const { json } = await admin.post('/api/admin/bookings/slots', { ids: [id], resource: 'doctor-2' })
    expect(json.results).toEqual([{ id, starts: expect.arrayContaining([BOOKED_START]) }])
  })

  it('is refused without ids', async () => {
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings/slots', { ids: [] })
    expect([status, json.fields]).toEqual([400, { ids: 'Bitte 1 bis 100 Termine angeben.' }])
  })
})
