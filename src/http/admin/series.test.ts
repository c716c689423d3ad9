import { describe, expect, it } from 'vitest'
import { aManualBooking } from '../../testing/factory.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Three Tuesdays, on the second of which another patient has this time. */
const FIRST_START = '2027-01-12T10:00:00+01:00'
const OCCUPIED_START = '2027-01-19T10:00:00+01:00'
const THIRD_START = '2027-01-26T10:00:00+01:00'
/** The free time that the plan suggests first in place of OCCUPIED_START. */
const ALTERNATIVE_START = '2027-01-19T09:30:00+01:00'
const SERIES_STARTS = [FIRST_START, ALTERNATIVE_START, THIRD_START]

const PLAN_INPUT = {
  service_id: 'folgebehandlung',
  start: '2027-01-12T10:00',
  every: 1,
  unit: 'week',
  times: 3,
}
const { contact } = aManualBooking()
const SERIES_BODY = { service_id: PLAN_INPUT.service_id, contact, message: '' }

/** Opens the app where another patient has OCCUPIED_START, and enters a series at SERIES_STARTS. */
async function openWithSeries() {
  const app = openTestApp()
  const admin = app.admin()
  await admin.post('/api/admin/bookings', aManualBooking({ start: OCCUPIED_START }))
  const seriesBody = { ...SERIES_BODY, starts: SERIES_STARTS, undoable: true }
  const entered = await admin.post('/api/admin/series', seriesBody)
  const [, second] = entered.json.bookings
  return { app, admin, entered, secondId: second.id as string }
}

describe('a series', () => {
  it('is planned with a reason and alternatives for an occupied time', async () => {
    const admin = openTestApp().admin()
    await admin.post('/api/admin/bookings', aManualBooking({ start: OCCUPIED_START }))
    const { json } = await admin.post('/api/admin/series/preview', PLAN_INPUT)
    const free = { free: true, reasons: [], alternatives: [] }
    expect(json).toEqual([
      { start: FIRST_START, ...free },
      expect.objectContaining({ start: OCCUPIED_START, free: false }),
      { start: THIRD_START, ...free },
    ])
    const [, occupied] = json
    expect(occupied.reasons).toMatchObject([{ kind: 'booking', booking_id: expect.any(String) }])
    expect(occupied.alternatives.at(0)).toBe(ALTERNATIVE_START)
  })

  it.each([
    { unit: 'weeks', secondStart: '2027-01-26T10:00:00+01:00' },
    { unit: 'days', secondStart: '2027-01-14T10:00:00+01:00' },
  ])('can also be planned in $unit', async ({ unit, secondStart }) => {
    const input = { ...PLAN_INPUT, every: 2, unit }
    const { json } = await openTestApp().admin().post('/api/admin/series/preview', input)
    const [, second] = json
    expect(second.start).toBe(secondStart)
  })

  it('is entered at exactly the listed starts', async () => {
    const { entered } = await openWithSeries()
    expect(entered.status).toBe(201)
    expect(entered.json).toMatchObject({ series_id: expect.any(String), undo_until: expect.any(String) })
    expect(entered.json.bookings).toMatchObject(
      SERIES_STARTS.map((start, index) => ({ start, series: { position: index + 1, count: 3 } })),
    )
  })

  it('is refused as a whole if a time is occupied, which is named', async () => {
    const { admin } = await openWithSeries()
    const starts = ['2027-02-02T10:00:00+01:00', OCCUPIED_START]
    const { status, json } = await admin.post('/api/admin/series', { ...SERIES_BODY, starts })
    expect([status, json.error, json.index]).toEqual([409, 'slot_taken', 1])
  })

  it('shows the position of each appointment in every list', async () => {
    const { app, admin, secondId } = await openWithSeries()
    const place = { position: 2, count: 3 }
    expect((await admin.get(`/api/admin/bookings/${secondId}`)).json.series).toEqual(place)
    expect((await app.browser().get(`/api/bookings/${secondId}`)).json.series).toEqual(place)
    expect((await app.browser().get(`/api/bookings/${secondId}/termin.ics`)).text).toContain(
      'SUMMARY:Termin 2 von 3',
    )
    const calendar = await admin.get('/api/admin/calendar?from=2027-01-18&to=2027-01-24')
    expect(calendar.json.bookings.map(({ series }: { series?: object }) => series)).toContainEqual(place)
  })

  it('can be moved from an appointment on, and the move can be undone', async () => {
    const { admin, secondId } = await openWithSeries()
    const moved = await admin.post(`/api/admin/bookings/${secondId}/later/move`, {
      start: '2027-01-20T11:00',
      message: '',
      undoable: true,
    })
    expect(moved.json).toMatchObject({
      // The third moves by as much as the second, from ALTERNATIVE_START by a day, an hour and a half.
      starts: ['2027-01-20T11:00:00+01:00', '2027-01-27T11:30:00+01:00'],
      note: '2 Termine wurden verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
    })
    expect((await admin.post(`/api/admin/bookings/${secondId}/undo`)).status).toBe(200)
  })

  it('can be cancelled once from an appointment on', async () => {
    const { admin, secondId } = await openWithSeries()
    const cancel = () => admin.post(`/api/admin/bookings/${secondId}/later/cancel`, { message: '' })
    expect((await cancel()).json).toMatchObject({ count: 2, notified: false })
    const { status, json } = await cancel()
    expect([status, json.error]).toEqual([409, 'already_decided'])
    expect(json.message).toBe('Dieser Termin wurde bereits abgesagt.')
  })
})

it.each([
  { fault: 'one time only', changes: { times: 1 }, field: 'times' },
  { fault: 'more than 20 times', changes: { times: 21 }, field: 'times' },
  { fault: 'half a week', changes: { every: 0.5 }, field: 'every' },
  { fault: 'months', changes: { unit: 'month' }, field: 'unit' },
  { fault: 'an empty id of the service', changes: { service_id: '' }, field: 'service_id' },
])('a plan is refused for $fault', async ({ changes, field }) => {
  const answer = await openTestApp()
    .admin()
    .post('/api/admin/series/preview', { ...PLAN_INPUT, ...changes })
  expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  expect(Object.keys(answer.json.fields)).toEqual([field])
})

it.each([
  {
    fault: 'a single start',
    changes: { starts: ['2027-01-12T10:00'] },
    fields: { starts: 'Eine Serie hat 2 bis 20 Termine.' },
  },
  {
    fault: 'a contact without a name',
    changes: { contact: {} },
    fields: expect.objectContaining({ lastName: expect.any(String) }),
  },
  {
    fault: 'a time in the past, which it names',
    changes: { starts: ['2027-01-12T10:00', '2027-01-05T10:00'] },
    fields: { starts: expect.stringMatching(/^2\. Termin, .*Vergangenheit/) },
  },
])('a series is refused for $fault', async ({ changes, fields }) => {
  const body = { ...SERIES_BODY, starts: [FIRST_START, THIRD_START], ...changes }
  const { status, json } = await openTestApp().admin().post('/api/admin/series', body)
  expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
})
