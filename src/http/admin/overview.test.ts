import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book } from '../../testing/factory.ts'
import { openHealthyApp } from '../../testing/healthy-app.ts'

const START = '2027-01-12T08:30:00+01:00'

describe('the overview', () => {
  /**
   * Opens the app with an appointment today, a request for tomorrow, and a request that has waited for nearly
   * three hours. `appointmentOfToday`, `requestForTomorrow` and `waitingRequest` are their rows in the list
   * of bookings.
   */
  async function openBusyApp() {
    const app = openHealthyApp()
    await book(app, app.browser(), START)
    app.pass(3 * HOUR - 1)
    const addAppointment = (iso: string, status: 'requested' | 'confirmed') =>
      insertBooking(app.ctx().db, { startsAt: Date.parse(iso), status, createdAt: Date.now() })
    addAppointment('2027-01-07T16:45:00+01:00', 'confirmed')
    addAppointment('2027-01-08T09:30:00+01:00', 'requested')
    const admin = app.admin()
    const { bookings } = (await admin.get('/api/admin/bookings')).json
    const [appointmentOfToday, requestForTomorrow, waitingRequest] = bookings
    return {
      overview: await admin.get('/api/admin/overview'),
      appointmentOfToday,
      requestForTomorrow,
      waitingRequest,
    }
  }

  it('has the requests, and for how many full hours each has waited', async () => {
    const { overview, requestForTomorrow, waitingRequest } = await openBusyApp()
    const ofNewPatient = { visits: { count: 0, no_show: 0 }, message: '' }
    expect(overview.json.now).toBe('2027-01-07T16:39:59+01:00')
    expect(overview.json.requests).toEqual([
      { ...waitingRequest, start: START, waiting_hours: 2, ...ofNewPatient },
      { ...requestForTomorrow, start: '2027-01-08T09:30:00+01:00', waiting_hours: 0, ...ofNewPatient },
    ])
  })

  it('has the hours and appointments of today and tomorrow', async () => {
    const { overview, appointmentOfToday, requestForTomorrow } = await openBusyApp()
    expect(overview.json.today).toEqual({
      date: '2027-01-07',
      working: [
        { start: '08:00', end: '12:00' },
        { start: '13:30', end: '17:30' },
      ],
      bookings: [appointmentOfToday],
      moves: [],
    })
    expect(overview.json.tomorrow).toEqual({
      date: '2027-01-08',
      working: [{ start: '08:00', end: '13:00' }],
      bookings: [requestForTomorrow],
      moves: [],
    })
  })

  it('counts the bookings of twelve weeks, the current week last', async () => {
    const { weeks } = (await openBusyApp()).overview.json
    expect(weeks).toHaveLength(12)
    expect(weeks.at(0)).toEqual({ week: '2026-W43', label: '43', count: 0, no_show: 0, running: false })
    expect(weeks.at(-1)).toEqual({ week: '2027-W01', label: '1', count: 2, no_show: 0, running: true })
  })

  it('has the load of fourteen days from today on', async () => {
    const { load } = (await openBusyApp()).overview.json
    expect(load).toHaveLength(14)
    const [today, friday, saturday] = load
    expect(today.date).toBe('2027-01-07')
    expect(friday).toEqual({ date: '2027-01-08', capacity_min: 300, booked_min: 30, closed: false })
    expect(saturday).toEqual({ date: '2027-01-09', capacity_min: 0, booked_min: 0, closed: true })
  })

  it('has neither social security number nor address nor birth date', async () => {
    const { text } = (await openBusyApp()).overview
    expect(text).toContain('Rosa Musterfrau')
    expect(text).not.toMatch(/"svn|1237010180|Erfundene Gasse|1980-01-01/)
  })

  it('has the appointments that patients ask to move to today or tomorrow', async () => {
    const app = openHealthyApp()
    /** Inserts an appointment five days after the time to which its patient asks to move. */
    const addMove = (id: string, moveTo: string) => {
      const moveToAt = Date.parse(moveTo)
      const askedMove = { moveToAt, moveAskedAt: app.ctx().now, startsAt: moveToAt + 5 * DAY_LENGTH }
      insertBooking(app.ctx().db, { id, status: 'confirmed', ...askedMove })
    }
    addMove('today', '2027-01-07T23:59:00+01:00')
    addMove('tomorrow', '2027-01-08T00:30:00+01:00')
    addMove('later', '2027-01-09T00:00:00+01:00')

    const { today, tomorrow } = await app.readOverview()
    expect(today.moves).toMatchObject([
      { id: 'today', start: '2027-01-12T23:59:00+01:00', move: { start: '2027-01-07T23:59:00+01:00' } },
    ])
    expect(tomorrow.moves).toMatchObject([{ id: 'tomorrow' }])
  })

  it.each([
    {
      moment: 'before New Year',
      now: '2027-12-31T23:59:59+01:00',
      today: '2027-12-31',
      tomorrow: '2028-01-01',
    },
    {
      moment: 'before the clocks go forward',
      now: '2027-03-27T23:30:00+01:00',
      today: '2027-03-27',
      tomorrow: '2027-03-28',
    },
    {
      moment: 'before the clocks go back',
      now: '2027-10-31T00:30:00+02:00',
      today: '2027-10-31',
      tomorrow: '2027-11-01',
    },
  ])('has the right today and tomorrow $moment', async ({ now, today, tomorrow }) => {
    const app = openHealthyApp()
    app.setClock(now)
    const overview = await app.readOverview()
    expect([overview.now, overview.today.date, overview.tomorrow.date]).toEqual([now, today, tomorrow])
  })
})
