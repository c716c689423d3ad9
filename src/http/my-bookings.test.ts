import { describe, expect, it } from 'vitest'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS } from '../shared/waiting-list.ts'
import { insertBooking } from '../testing/bookings.ts'
import { lastCode, lastMail, lastToken, verifyEmailAddress } from '../testing/factory.ts'
import {
  EMAIL,
  expectUnverified,
  openList,
  openMyBookingsApp,
  readList,
  requestLink,
} from '../testing/my-bookings-app.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'

describe('the list of appointments', () => {
  const at = (days: number) => NOW + days * DAY_LENGTH
  const idsOf = (bookings: { id: string }[]) => bookings.map(({ id }) => id)

  it('has the coming ones, the next first, and the one that is just taking place', async () => {
    const { browser, add } = await openMyBookingsApp()
    const last = add({ startsAt: at(9), status: 'confirmed' })
    const next = add({ startsAt: at(2) })
    const present = add({ startsAt: NOW - 10 * MINUTE, endsAt: NOW + 20 * MINUTE, status: 'confirmed' })
    const { status, headers, json } = await readList(browser)
    expect([status, headers.get('cache-control'), json.email]).toEqual([200, 'no-store', EMAIL])
    expect(idsOf(json.coming)).toEqual([present, next, last])
  })

  it('has the past, cancelled and rejected ones of a year below', async () => {
    const { browser, add } = await openMyBookingsApp()
    const cancelled = add({ startsAt: at(3), status: 'cancelled' })
    const rejected = add({ startsAt: at(-2), status: 'rejected' })
    const past = add({ startsAt: at(-364), status: 'confirmed' })
    add({ startsAt: at(-366), status: 'confirmed' })
    const { json } = await readList(browser)
    expect([idsOf(json.coming), idsOf(json.past)]).toEqual([[], [cancelled, rejected, past]])
  })

  it('has none of other patients, and none that is anonymised', async () => {
    const { browser, add } = await openMyBookingsApp()
    add({ startsAt: at(-5), status: 'confirmed', mailbox: '', email: '', anonymised: true })
    add({ startsAt: at(4), email: 'other@musterfrau.example' })
    expect((await readList(browser)).json).toMatchObject({ coming: [], past: [] })
  })

  it('has each as its overview has it, without the next free time', async () => {
    const { app, browser, add } = await openMyBookingsApp()
    add({ startsAt: at(2), status: 'confirmed' })
    add({ startsAt: at(3), status: 'cancelled' })
    const { coming, past } = (await readList(browser)).json
    expect([coming, past]).toMatchObject([[{}], [{}]])
    for (const listed of [...coming, ...past]) {
      const { next_free: _, ...overview } = (await app.browser().get(`/api/bookings/${listed.id}`)).json
      expect(listed).toEqual(overview)
    }
  })

  it('has what the practice has entered, and the address in any capitals', async () => {
    const { app, browser } = await openMyBookingsApp('Rosa@Musterfrau.example')
    const entry = { service_id: 'folgebehandlung', start: '2027-01-12T10:00:00+01:00' }
    const contact = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034', email: EMAIL }
    const entered = await app.admin().post('/api/admin/bookings', { ...entry, contact })
    expect(entered.status).toBe(201)
    const { coming } = (await readList(browser)).json
    expect(coming).toMatchObject([{ status: 'confirmed', contact: { name: 'Otto Beispielmann' } }])
  })

  it('has what the address waits for without an appointment, with what is offered', async () => {
    const { app, browser } = await openMyBookingsApp('Rosa@Musterfrau.example')
    const wishes = {
      not_before: null,
      not_after: '2027-01-20',
      weekdays: [...WAITING_WEEKDAYS],
      parts: [...DAY_PARTS],
    }
    const addEntry = (email: string, service_id: string) =>
      addToWaitingList(app.assistant(), { service_id, name: 'Rosa', email, mobile: '', ...wishes }).id
    const ids = [addEntry(EMAIL, 'akupunktur'), addEntry(EMAIL, 'facial')]
    addEntry('other@musterfrau.example', 'akupunktur')
    addEntry('rosa+tag@musterfrau.example', 'akupunktur')

    const { waiting } = (await readList(browser)).json
    expect(waiting.map(({ id }: { id: string }) => id)).toEqual(ids)
    for (const entry of waiting)
      expect(entry).toEqual((await app.browser().get(`/api/waiting-list/${entry.id}`)).json)

    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect((await readList(browser)).json).not.toHaveProperty('waiting')
  })

  it('is empty for an address without appointments', async () => {
    const { browser } = await openMyBookingsApp('nobody@musterfrau.example')
    expect((await readList(browser)).json).toEqual({
      email: 'nobody@musterfrau.example',
      expires_at: '2027-01-07T14:40:00+01:00',
      coming: [],
      past: [],
    })
  })

  it('shows the address that was verified last', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(MINUTE)
    await openList(app, browser, 'other@musterfrau.example')
    expect((await readList(browser)).json.email).toBe('other@musterfrau.example')
  })
})

describe('asking for the list', () => {
  it('sends link and code to any address, with the same answer, whether it has appointments or not', async () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', { PATIENT_BASE_URL: 'https://patienten.example' })
    insertBooking(app.ctx().db)
    const answers = []
    for (const email of [EMAIL, 'nobody@musterfrau.example']) {
      const { status, text, headers } = await requestLink(app.browser(), email)
      answers.push([status, text, [...headers.keys()]])
      const mail = lastMail(app)
      expect([mail.recipient, mail.subject]).toEqual([email, 'Ihr Zugang zu „Meine Termine“'])
      expect(mail.text).toMatch(/https:\/\/patienten\.example\/meine-termine\?token=[\w-]{32}\n/)
      expect(mail.text).toMatch(/: \d{6}$/m)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('counts for the limits of verification e-mails', async () => {
    const app = openTestApp()
    for (let i = 0; i < 3; i++) expect((await requestLink(app.browser(`203.0.113.${i}`))).status).toBe(200)
    expect((await requestLink(app.browser())).status).toBe(429)
  })

  it('knows no other purpose', async () => {
    const browser = openTestApp().browser()
    const { status, json } = await browser.post('/api/email/send', { email: EMAIL, purpose: 'admin' })
    expect([status, json.error]).toEqual([400, 'invalid'])
  })
})

describe('the list is open', () => {
  it('in the browser that opens the link, and not in the one that asked', async () => {
    const app = openTestApp()
    const asking = app.browser()
    const opening = app.browser()
    await requestLink(asking)
    const answer = await opening.post('/api/email/verify', { token: lastToken(app) })
    expect([answer.status, answer.json]).toEqual([200, { verified: true }])
    expect((await readList(opening)).status).toBe(200)
    await expectUnverified(asking)
    const status = await asking.get(`/api/email/status?email=${EMAIL}`)
    expect(status.json).toEqual({ verified: false })
    expect((await app.browser().post('/api/email/verify', { token: lastToken(app) })).status).toBe(410)
  })

  it('for an hour after the last look', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(HOUR - 1)
    expect((await readList(browser)).json.expires_at).toBe('2027-01-07T15:39:59+01:00')
    app.pass(HOUR - 1)
    expect((await readList(browser)).status).toBe(200)
    app.pass(HOUR)
    await expectUnverified(browser)
  })

  it('for twelve hours at most, however often it is looked at', async () => {
    const { app, browser } = await openMyBookingsApp()
    // Each look is half an hour after the one before; the last one is half an hour before the end.
    for (let i = 0; i < 2 * 12 - 1; i++) {
      app.pass(30 * MINUTE)
      expect((await readList(browser)).status).toBe(200)
    }
    expect((await readList(browser)).json.expires_at).toBe('2027-01-08T01:40:00+01:00')
    app.pass(30 * MINUTE)
    await expectUnverified(browser)
  })

  it('until it is closed, and so are links and codes that would open it', async () => {
    const { app, browser } = await openMyBookingsApp()
    await verifyEmailAddress(app, browser)
    await requestLink(browser)

    const closed = await browser.delete('/api/my/session')
    expect([closed.status, closed.text]).toEqual([204, ''])
    await expectUnverified(browser)
    const byCode = await browser.post('/api/email/verify', { email: EMAIL, code: lastCode(app) })
    expect(byCode.status).toBe(410)
    expect((await browser.get(`/api/email/status?email=${EMAIL}`)).json).toEqual({ verified: true })
    expect((await app.browser().delete('/api/my/session')).status).toBe(204)
  })

  it('although nothing can be written', async () => {
    const { app, browser } = await openMyBookingsApp()
    app.pass(30 * MINUTE)
    app.ctx().db.$client.pragma('query_only = on')
    const answer = await readList(browser)
    expect([answer.status, answer.json.expires_at]).toEqual([200, '2027-01-07T14:40:00+01:00'])
  })
})
