import { describe, expect, it } from 'vitest'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../shared/waiting-list.ts'
import { LISTED_EMAIL, openList, openMyBookingsApp, readList } from '../testing/my-bookings-app.ts'
import { NOW, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

/** Adds a waiting entry without an appointment. @returns its id */
function addEntry(app: TestApp, { email = LISTED_EMAIL, service_id = 'akupunktur' }) {
  const wishes = {
    not_before: null,
    not_after: '2027-01-20',
    weekdays: [...WAITING_WEEKDAYS],
    parts: [...DAY_PARTS],
  }
  return addToWaitingList(app.assistant(), { service_id, name: 'Rosa', email, mobile: '', ...wishes }).id
}

describe('the list of appointments', () => {
  const instantInDays = (days: number) => NOW + days * DAY_LENGTH
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

  it('has the coming ones, the next first, including one that is taking place', async () => {
    const { browser, addBooking } = await openMyBookingsApp()
    const last = addBooking({ startsAt: instantInDays(9), status: 'confirmed' })
    const next = addBooking({ startsAt: instantInDays(2) })
    const present = addBooking({
      startsAt: NOW - 10 * MINUTE,
      endsAt: NOW + 20 * MINUTE,
      status: 'confirmed',
    })
    const { status, headers, json } = await readList(browser)
    expect([status, headers.get('cache-control'), json.email]).toEqual([200, 'no-store', LISTED_EMAIL])
    expect(idsOf(json.coming)).toEqual([present, next, last])
  })

  it('ends with the past, cancelled and rejected ones of a year, the latest first', async () => {
    const { browser, addBooking } = await openMyBookingsApp()
    const cancelled = addBooking({ startsAt: instantInDays(3), status: 'cancelled' })
    const rejected = addBooking({ startsAt: instantInDays(-2), status: 'rejected' })
    const past = addBooking({ startsAt: instantInDays(-364), status: 'confirmed' })
    addBooking({ startsAt: instantInDays(-366), status: 'confirmed' })
    const { json } = await readList(browser)
    expect([idsOf(json.coming), idsOf(json.past)]).toEqual([[], [cancelled, rejected, past]])
  })

  it('has none of other patients, and no anonymised ones', async () => {
    const { browser, addBooking } = await openMyBookingsApp()
    addBooking({ startsAt: instantInDays(-5), status: 'confirmed', mailbox: '', email: '', anonymised: true })
    addBooking({ startsAt: instantInDays(4), email: 'other@musterfrau.example' })
    expect((await readList(browser)).json).toMatchObject({ coming: [], past: [] })
  })

  it('has each like its overview, but without the next free time', async () => {
    const { app, browser, addBooking } = await openMyBookingsApp()
    addBooking({ startsAt: instantInDays(2), status: 'confirmed' })
    addBooking({ startsAt: instantInDays(3), status: 'cancelled' })
    const { coming, past } = (await readList(browser)).json
    expect(coming).toHaveLength(1)
    expect(past).toHaveLength(1)
    for (const listed of [...coming, ...past]) {
      const { next_free: _, ...overview } = (await app.browser().get(`/api/bookings/${listed.id}`)).json
      expect(listed).toEqual(overview)
    }
  })

  it('includes manual bookings, and ignores capitals in the e-mail address', async () => {
    const { app, browser } = await openMyBookingsApp('Rosa@Musterfrau.example')
    const entry = { service_id: 'folgebehandlung', start: '2027-01-12T10:00:00+01:00' }
    const contact = {
      firstName: 'Otto',
      lastName: 'Beispielmann',
      mobile: '0660 0000034',
      email: LISTED_EMAIL,
    }
    const entered = await app.admin().post('/api/admin/bookings', { ...entry, contact })
    expect(entered.status).toBe(201)
    const { coming } = (await readList(browser)).json
    expect(coming).toMatchObject([{ status: 'confirmed', contact: { name: 'Otto Beispielmann' } }])
  })

  it('has the waiting entries without an appointment, with their offers', async () => {
    const { app, browser } = await openMyBookingsApp('Rosa@Musterfrau.example')
    const ids = ['akupunktur', 'facial'].map((service_id) => addEntry(app, { service_id }))
    addEntry(app, { email: 'other@musterfrau.example' })
    addEntry(app, { email: 'rosa+tag@musterfrau.example' })

    const { waiting } = (await readList(browser)).json
    expect(idsOf(waiting)).toEqual(ids)
    for (const entry of waiting)
      expect(entry).toEqual((await app.browser().get(`/api/waiting-list/${entry.id}`)).json)
  })

  it('has no waiting entries while the waiting list is off', async () => {
    const { app, browser } = await openMyBookingsApp()
    addEntry(app, {})
    expect((await readList(browser)).json).toHaveProperty('waiting')
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect((await readList(browser)).json).not.toHaveProperty('waiting')
  })

  it('is empty for an e-mail address without appointments', async () => {
    const { browser } = await openMyBookingsApp('nobody@musterfrau.example')
    expect((await readList(browser)).json).toEqual({
      email: 'nobody@musterfrau.example',
      expires_at: isoAt(NOW + HOUR),
      coming: [],
      past: [],
    })
  })

  it('shows the e-mail address that was verified last', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(MINUTE)
    await openList(app, browser, 'other@musterfrau.example')
    expect((await readList(browser)).json.email).toBe('other@musterfrau.example')
  })
})
