import { expect, it } from 'vitest'
import { aManualBooking } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'

const PLAN = {
  service_id: 'folgebehandlung',
  start: '2027-01-12T10:00',
  every: 1,
  unit: 'week',
  times: 3,
}
const { contact } = aManualBooking()

it('plans a series, enters exactly the listed starts, and every list says 2 von 3', async () => {
  const app = openTestApp()
  const admin = app.admin()
  await admin.post('/api/admin/bookings', aManualBooking({ start: '2027-01-19T10:00:00+01:00' }))
  const plan = await admin.post('/api/admin/series/preview', PLAN)
  expect([plan.status, plan.json.map((time: { free: boolean }) => time.free)]).toEqual([
    200,
    [true, false, true],
  ])
  expect(plan.json[0]).toEqual({
    start: '2027-01-12T10:00:00+01:00',
    free: true,
    reasons: [],
    alternatives: [],
  })
  expect(plan.json[1].reasons).toMatchObject([{ kind: 'booking', booking_id: expect.any(String) }])

  const planned = plan.json.map(({ start }: { start: string }) => start)
  const body = { service_id: PLAN.service_id, contact, message: '' }
  const taken = await admin.post('/api/admin/series', { ...body, starts: planned })
  expect([taken.status, taken.json.error, taken.json.index]).toEqual([409, 'slot_taken', 1])
  const starts = [planned[0], plan.json[1].alternatives[0], planned[2]]
  const entered = await admin.post('/api/admin/series', { ...body, starts, undoable: true })
  expect(entered.status).toBe(201)
  expect(entered.json).toMatchObject({ series_id: expect.any(String), undo_until: expect.any(String) })
  expect(entered.json.bookings.map(({ series }: { series: object }) => series)).toEqual(
    [1, 2, 3].map((position) => ({ position, count: 3 })),
  )

  const { id } = entered.json.bookings[1]
  const place = { position: 2, count: 3 }
  expect((await admin.get(`/api/admin/bookings/${id}`)).json.series).toEqual(place)
  expect((await app.browser().get(`/api/bookings/${id}`)).json.series).toEqual(place)
  expect((await app.browser().get(`/api/bookings/${id}/termin.ics`)).text).toContain('SUMMARY:Termin 2 von 3')
  const calendar = await admin.get('/api/admin/calendar?from=2027-01-18&to=2027-01-24')
  expect(calendar.json.bookings.map(({ series }: { series?: object }) => series)).toContainEqual(place)

  const moved = await admin.post(`/api/admin/bookings/${id}/later/move`, {
    start: '2027-01-20T11:00',
    message: '',
    undoable: true,
  })
  expect(moved.json).toMatchObject({
    starts: ['2027-01-20T11:00:00+01:00', expect.stringMatching(/^2027-01-2[67]/)],
    note: '2 Termine wurden verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  })
  expect((await admin.post(`/api/admin/bookings/${id}/undo`)).status).toBe(200)
  const cancelled = await admin.post(`/api/admin/bookings/${id}/later/cancel`, { message: '' })
  expect(cancelled.json).toMatchObject({ count: 2, notified: false })
  const again = await admin.post(`/api/admin/bookings/${id}/later/cancel`, { message: '' })
  expect([again.status, again.json.error, again.json.message]).toEqual([
    409,
    'already_decided',
    'Dieser Termin wurde bereits abgesagt.',
  ])
})

it.each([
  ['one time only', { times: 1 }, 'times'],
  ['more than 20 times', { times: 21 }, 'times'],
  ['half a week', { every: 0.5 }, 'every'],
  ['months', { unit: 'month' }, 'unit'],
  ['an empty id of the service', { service_id: '' }, 'service_id'],
])('refuses to plan %s', async (_name, changes, field) => {
  const answer = await openTestApp()
    .admin()
    .post('/api/admin/series/preview', { ...PLAN, ...changes })
  expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
    400,
    'invalid',
    [field],
  ])
})

it('refuses a series of one, a faulty contact and a time in the past, and names each', async () => {
  const admin = openTestApp().admin()
  const send = async (changes: object) => {
    const starts = ['2027-01-12T10:00', '2027-01-19T10:00']
    const body = { service_id: PLAN.service_id, starts, contact, message: '', ...changes }
    const { status, json } = await admin.post('/api/admin/series', body)
    return [status, json.error, json.fields]
  }
  expect(await send({ starts: ['2027-01-12T10:00'] })).toEqual([
    400,
    'invalid',
    { starts: 'Eine Serie hat 2 bis 20 Termine.' },
  ])
  expect(await send({ contact: {} })).toMatchObject([400, 'invalid', { lastName: expect.any(String) }])
  expect(await send({ starts: ['2027-01-12T10:00', '2027-01-05T10:00'] })).toMatchObject([
    400,
    'invalid',
    { starts: expect.stringMatching(/^2\. Termin, .*Vergangenheit/) },
  ])
})
