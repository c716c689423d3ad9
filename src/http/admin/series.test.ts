import { beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { aManualBooking } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const PLAN = {
  service_id: 'folgebehandlung',
  start: '2027-01-12T10:00',
  every: 1,
  unit: 'week',
  times: 3,
}
const { contact } = aManualBooking()

/** Enters a series of three by its plan, whose second time is occupied. */
async function enterSeries(admin: Browser) {
  await admin.post('/api/admin/bookings', aManualBooking({ start: '2027-01-19T10:00:00+01:00' }))
  const { json: plan } = await admin.post('/api/admin/series/preview', PLAN)
  const body = { service_id: PLAN.service_id, contact, message: '' }
  const starts = [plan[0].start, plan[1].alternatives[0], plan[2].start]
  const entered = await admin.post('/api/admin/series', { ...body, starts, undoable: true })
  return { body, plan, starts, entered, id: entered.json.bookings[1].id as string }
}

describe('a series', () => {
  let app: TestApp
  let admin: Browser
  beforeEach(() => {
    app = openTestApp()
    admin = app.admin()
  })

  it('is planned with reasons and alternatives for a time that is occupied', async () => {
    const { plan } = await enterSeries(admin)
    expect(plan.map(({ free }: { free: boolean }) => free)).toEqual([true, false, true])
    expect(plan[0]).toEqual({
      start: '2027-01-12T10:00:00+01:00',
      free: true,
      reasons: [],
      alternatives: [],
    })
    expect(plan[1].reasons).toMatchObject([{ kind: 'booking', booking_id: expect.any(String) }])
  })

  it('is entered at exactly the listed starts', async () => {
    const { entered, starts } = await enterSeries(admin)
    expect(entered.status).toBe(201)
    expect(entered.json).toMatchObject({ series_id: expect.any(String), undo_until: expect.any(String) })
    expect(entered.json.bookings).toMatchObject(
      starts.map((start, i) => ({ start, series: { position: i + 1, count: 3 } })),
    )
  })

  it('is refused as a whole where a time is occupied, which is named', async () => {
    const { body, plan } = await enterSeries(admin)
    const starts = ['2027-02-02T10:00:00+01:00', plan[1].start]
    const { status, json } = await admin.post('/api/admin/series', { ...body, starts })
    expect([status, json.error, json.index]).toEqual([409, 'slot_taken', 1])
  })

  it('gives each appointment its place in every list', async () => {
    const { id } = await enterSeries(admin)
    const place = { position: 2, count: 3 }
    expect((await admin.get(`/api/admin/bookings/${id}`)).json.series).toEqual(place)
    expect((await app.browser().get(`/api/bookings/${id}`)).json.series).toEqual(place)
    expect((await app.browser().get(`/api/bookings/${id}/termin.ics`)).text).toContain(
      'SUMMARY:Termin 2 von 3',
    )
    const calendar = await admin.get('/api/admin/calendar?from=2027-01-18&to=2027-01-24')
    expect(calendar.json.bookings.map(({ series }: { series?: object }) => series)).toContainEqual(place)
  })

  it('is moved from an appointment on, which can be taken back', async () => {
    const { id } = await enterSeries(admin)
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
  })

  it('is cancelled from an appointment on, once', async () => {
    const { id } = await enterSeries(admin)
    const cancel = () => admin.post(`/api/admin/bookings/${id}/later/cancel`, { message: '' })
    expect((await cancel()).json).toMatchObject({ count: 2, notified: false })
    const { status, json } = await cancel()
    expect([status, json.error, json.message]).toEqual([
      409,
      'already_decided',
      'Dieser Termin wurde bereits abgesagt.',
    ])
  })
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
