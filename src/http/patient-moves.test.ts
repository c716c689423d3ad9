import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { HELD_START } from '../testing/hold-app.ts'
import { openTestApp } from '../testing/test-app.ts'

/** The time to which the tests move. */
const NEW_START = '2027-01-13T09:00:00+01:00'
/** Returns a time in the form of the answers. */
const slotAt = (start: string) => ({ start, start_local: start })

/** Opens the app with a booking that its patient can move, by default to NEW_START. */
function openMovableApp(status: 'requested' | 'confirmed') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status, serviceId: 'folgebehandlung' })
  const browser = app.browser()
  return {
    app,
    id,
    browser,
    move: (changes: Record<string, unknown> = {}) =>
      browser.post('/api/patient/move', { id, start: NEW_START, message: '', ...changes }),
  }
}

describe('a move by the patient', () => {
  it('of a request returns its new time', async () => {
    const { id, browser, move } = openMovableApp('requested')
    const answer = await move()
    expect([answer.status, answer.json]).toEqual([200, { status: 'requested', slot: slotAt(NEW_START) }])
    const overview = await browser.get(`/api/bookings/${id}`)
    expect(overview.json).toMatchObject({ status: 'requested', slot: slotAt(NEW_START) })
    expect(overview.json).not.toHaveProperty('move')
  })

  it('of a confirmed appointment returns both times, as the overview does', async () => {
    const { id, browser, move } = openMovableApp('confirmed')
    const pending = { status: 'confirmed', slot: slotAt(HELD_START), move: slotAt(NEW_START) }
    const { status, json } = await move({ message: 'Bin verreist.' })
    expect([status, json]).toEqual([200, pending])
    expect((await move()).json).toEqual(pending)
    expect((await browser.get(`/api/bookings/${id}`)).json).toMatchObject(pending)
  })

  it('can be confirmed only for the requested time', async () => {
    const { app, id, browser, move } = openMovableApp('confirmed')
    await move()
    const admin = app.admin()
    const outdated = await admin.post('/api/admin/confirm', { id, start: HELD_START })
    expect([outdated.status, outdated.json.error]).toEqual([409, 'conflict'])

    expect((await admin.post('/api/admin/confirm', { id, start: NEW_START })).status).toBe(200)
    const { json } = await browser.get(`/api/bookings/${id}`)
    expect(json).toMatchObject({ status: 'confirmed', slot: slotAt(NEW_START) })
    expect(json).not.toHaveProperty('move')
  })

  it.each([
    { fault: 'a time that is taken', changes: {}, status: 409, error: 'slot_taken' },
    { fault: 'an unknown booking', changes: { id: 'x'.repeat(32) }, status: 404, error: 'not found' },
    { fault: 'an unknown key', changes: { stop: NEW_START }, status: 400, error: 'invalid' },
  ])('is refused with $fault', async ({ changes, status, error }) => {
    const { app, move } = openMovableApp('confirmed')
    insertBooking(app.ctx().db, { startsAt: Date.parse(NEW_START) })
    const answer = await move(changes)
    expect([answer.status, answer.json.error, answer.json.fields?.start]).toEqual([status, error, undefined])
  })

  it('is refused for a day without a time, with a sentence at the field', async () => {
    const { move } = openMovableApp('confirmed')
    const answer = await move({ start: '2027-01-13' })
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
    expect(answer.json.fields.start).toBe('Bitte einen gültigen Zeitpunkt angeben.')
  })

  it('of fifty bookings to one time at once succeeds only once', async () => {
    const { app } = openMovableApp('confirmed')
    const firstStart = Date.parse('2027-02-01T08:00:00+01:00')
    const ids = Array.from({ length: 50 }, (_, index) => {
      const status = index < 25 ? 'requested' : 'confirmed'
      const startsAt = firstStart + index * 30 * MINUTE
      return insertBooking(app.ctx().db, { status, startsAt, serviceId: 'folgebehandlung' }).id
    })

    const moves = await Promise.all(
      ids.map(async (id) => {
        const { status } = await app.browser().post('/api/patient/move', { id, start: NEW_START })
        return { id, status }
      }),
    )
    const [winner, ...furtherWinners] = moves.filter(({ status }) => status === 200)
    expect(furtherWinners).toEqual([])
    expect(moves.filter(({ status }) => status === 409)).toHaveLength(49)
    // A moved request occupies its new time as a booking, a confirmed appointment as one that may move.
    const occupant = 'select coalesce(booking_id, move_of) id from occupations where starts_at = ?'
    expect(app.rows(occupant, Date.parse(NEW_START))).toEqual([{ id: winner?.id }])
  })
})

describe('the free times for a move', () => {
  /** Opens the app with a move that waits for confirmation, and another appointment at 10:00. */
  async function openMovingApp() {
    const practice = openMovableApp('confirmed')
    await practice.move()
    insertBooking(practice.app.ctx().db, { startsAt: Date.parse('2027-01-13T10:00:00+01:00') })
    /** Returns the free starts of the day, such as "09:00". */
    const readStarts = async (query: string) => {
      const { json } = await practice.browser.get(`/api/slots?date=2027-01-13&${query}`)
      return json.map(({ slot_start }: { slot_start: string }) => /T(\d\d:\d\d)/.exec(slot_start)?.[1])
    }
    return { ...practice, readStarts }
  }

  it('include those that its own two times take from others', async () => {
    const { id, readStarts } = await openMovingApp()
    const startsForOthers = await readStarts('service=folgebehandlung')
    expect(startsForOthers).not.toContain('09:00')
    const starts = await readStarts(`move=${id}`)
    expect(starts).toEqual(expect.arrayContaining([...startsForOthers, '09:00', '08:45', '09:15']))
    expect(starts).not.toContain('10:00')
  })

  it('are as many as the summary of days counts', async () => {
    const { id, browser, readStarts } = await openMovingApp()
    const { length } = await readStarts(`move=${id}`)
    const summary = `/api/slots?summary=1&from=2027-01-12&to=2027-01-13&move=${id}`
    const [, thirteenth] = (await browser.get(summary)).json
    expect(thirteenth).toEqual({ date: '2027-01-13', available_count: length })
  })

  it('are refused for an unknown booking', async () => {
    const { status, json } = await openTestApp()
      .browser()
      .get(`/api/slots?date=2027-01-13&move=${'x'.repeat(32)}`)
    expect([status, json.error]).toEqual([404, 'not found'])
  })
})
