import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { saveWeek, type Week } from '../schedule/hours.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { HOUR } from '../shared/day.ts'
import type { Browser } from '../testing/browser.ts'
import { aManualBooking, book, verifyEmailAddress } from '../testing/factory.ts'
import { errorOf, FREED, OFFER_END, openOfferedApp, WISHES } from '../testing/offered-app.ts'
import { openTestApp } from '../testing/test-app.ts'

const ROSA = 'rosa@musterfrau.example'

let app: ReturnType<typeof openOfferedApp>
beforeEach(() => {
  app = openOfferedApp()
})

describe('the waiting list with a booking', () => {
  const joinWithBooking = (booking_id: string, changes: object = {}) =>
    app.browser().post('/api/waiting-list', { booking_id, ...WISHES, ...changes })
  const read = (id: string) => app.browser().get(`/api/waiting-list/${id}`)

  /** Adds a second doctor who offers the service of the entries. */
  function offerAlsoBy(id: string, name: string) {
    saveResource(app.ctx(), id, { name })
    const service = getService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, otherResourceIds: [id] })
  }

  it('is joined with a booking, and read by the ids of entry and booking', async () => {
    const booking = app.insertOwn()
    const joined = await joinWithBooking(booking.id)
    expect([joined.status, joined.json]).toEqual([201, { id: expect.stringMatching(/^[\w-]{32}$/) }])
    const entry = {
      id: joined.json.id,
      service: { id: 'folgebehandlung', name: 'Folgebehandlung' },
      booking_id: booking.id,
      ...WISHES,
      not_before: null,
      offer: null,
    }
    expect((await read(joined.json.id)).json).toEqual(entry)
    expect((await app.browser().get(`/api/waiting-list?booking_id=${booking.id}`)).json).toEqual(entry)
  })

  it('shows the time that is offered', async () => {
    const { id } = (await joinWithBooking(app.insertOwn().id)).json
    app.freeTime()
    expect((await read(id)).json.offer).toEqual({
      id: app.openOfferId(),
      start: FREED,
      start_local: FREED,
      until: OFFER_END,
    })
  })

  it('can be left, even twice', async () => {
    const booking = app.insertOwn()
    const { id } = (await joinWithBooking(booking.id)).json
    for (let i = 0; i < 2; i++)
      expect((await app.browser().delete(`/api/waiting-list/${id}`)).status).toBe(204)
    expect(errorOf(await read(id))).toEqual([404, 'not found'])
    const byBooking = await app.browser().get(`/api/waiting-list?booking_id=${booking.id}`)
    expect([byBooking.status, byBooking.json]).toEqual([200, null])
  })

  it('keeps the wish for a doctor until it is withdrawn', async () => {
    offerAlsoBy('b', 'Dr. B')
    const { id: bookingId } = app.insertOwn()
    const { id } = (await joinWithBooking(bookingId, { resource: 'b' })).json
    expect((await read(id)).json).toMatchObject({ resource: 'b', resource_name: 'Dr. B' })
    await joinWithBooking(bookingId, { resource: null })
    expect((await read(id)).json).not.toHaveProperty('resource_name')
  })

  it.each(['', 'c'])('is refused with a wish for an unknown doctor: "%s"', async (resource) => {
    const { status, json } = await joinWithBooking(app.insertOwn().id, { resource })
    expect([status, json.error, Object.keys(json.fields)]).toEqual([400, 'invalid', ['resource']])
  })

  it('names the doctor of an offer', async () => {
    offerAlsoBy('b', 'Dr. B')
    await joinWithBooking(app.insertOwn().id)
    app.freeTime()
    const offer = await app.browser().get(`/api/patient/offer?id=${app.openOfferId()}`)
    expect(offer.json).toMatchObject({ resource: { id: 'doctor-1' }, service: { id: 'folgebehandlung' } })
  })

  it('takes twenty entries an hour from one address', async () => {
    const { id } = app.insertOwn()
    for (let i = 1; i <= 20; i++) expect((await joinWithBooking(id)).status).toBe(201)
    expect(errorOf(await joinWithBooking(id))).toEqual([429, 'too_many'])
    app.pass(HOUR)
    expect((await joinWithBooking(id)).status).toBe(201)
  })

  it('names a missing value at its field', async () => {
    const { status, json } = await openTestApp().browser().post('/api/waiting-list', {})
    expect([status, json.fields]).toEqual([
      400,
      {
        service_id: 'Bitte eine Leistung auswählen.',
        email: 'E-Mail ist erforderlich.',
        not_after: 'Bitte ein gültiges Datum angeben.',
      },
    ])
  })

  it('refuses faulty wishes', async () => {
    const { status, json } = await joinWithBooking(app.insertOwn().id, { not_after: '2026-12-31' })
    expect([status, json.fields]).toEqual([400, { not_after: 'Dieser Tag ist schon vorbei.' }])
  })

  it('is refused while it is switched off, as the status says', async () => {
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(errorOf(await joinWithBooking(app.insertOwn().id))).toEqual([503, 'closed'])
    expect((await app.browser().get('/api/status')).json).not.toHaveProperty('waiting_list')
  })
})

describe('the waiting list without a booking', () => {
  let browser: Browser
  beforeEach(() => {
    browser = app.browser()
  })
  /** Joins for this service, with a solved bot check unless another token is given. */
  const join = async (service_id: string, token?: string) => {
    const turnstile_token = token ?? (await app.botToken())
    return browser.post('/api/waiting-list', { service_id, email: ROSA, turnstile_token, ...WISHES })
  }

  it('needs a verified address', async () => {
    expect(errorOf(await join('folgebehandlung'))).toEqual([403, 'email_unverified'])
    await verifyEmailAddress(app, browser, ROSA)
    expect((await join('folgebehandlung')).status).toBe(201)
  })

  it('needs a solved bot check, which counts only once', async () => {
    await verifyEmailAddress(app, browser, ROSA)
    expect(errorOf(await join('folgebehandlung', ''))).toEqual([400, 'bot_check_failed'])
    const token = await app.botToken()
    expect((await join('akupunktur', token)).status).toBe(201)
    expect(errorOf(await join('facial', token))).toEqual([400, 'bot_check_failed'])
  })

  it('has one entry per service, whose wishes change without a bot check', async () => {
    await verifyEmailAddress(app, browser, ROSA)
    const { id } = (await join('akupunktur')).json
    const second = await join('akupunktur', '')
    expect([second.status, second.json]).toEqual([201, { id }])
  })

  it('is refused for an unknown service', async () => {
    await verifyEmailAddress(app, browser, ROSA)
    expect((await join('unknown')).status).toBe(404)
  })

  it('takes six services at most', async () => {
    await verifyEmailAddress(app, browser, ROSA)
    for (let i = 0; i < 7; i++)
      saveService(app.ctx(), { ...getService(app.ctx(), 'akupunktur'), id: `service-${i}` })
    for (let i = 0; i < 6; i++) expect((await join(`service-${i}`)).status).toBe(201)
    const { status, json } = await join('service-6')
    const message = 'Sie stehen bereits sechsmal auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.'
    expect([status, json.message]).toEqual([429, message])
  })

  it.each<{ booker: string; bookOtherwise: () => Promise<unknown> }>([
    { booker: 'the patient', bookOtherwise: () => book(app, browser, '2027-01-12T11:00:00+01:00') },
    {
      booker: 'the practice',
      bookOtherwise: () => {
        const entry = aManualBooking({ service_id: 'erstordination', start: FREED })
        const contact = { ...entry.contact, email: ROSA }
        return app.admin().post('/api/admin/bookings', { ...entry, contact })
      },
    },
  ])(
    'is left when $booker books an appointment for the service in another way',
    async ({ bookOtherwise }) => {
      await verifyEmailAddress(app, browser, ROSA)
      await join('erstordination')
      const otherEntry = (await join('folgebehandlung')).json
      app.freeTime()
      const offerId = app.openOfferId()
      await bookOtherwise()
      expect(app.rows('select id from waiting_entries where ended_at is null')).toEqual([
        { id: otherEntry.id },
      ])
      expect((await browser.get(`/api/patient/offer?id=${offerId}`)).json.status).toBe('expired')
      // The second booking is the cancelled one whose time became free.
      expect(app.rows('select id from bookings')).toHaveLength(2)
    },
  )
})

describe('the waiting list without a booking, with Turnstile', () => {
  /** Opens the app with both keys of Turnstile. `asked` are the tokens that Cloudflare was asked about. */
  function openWithTurnstile() {
    const asked: unknown[] = []
    const httpFetch: typeof fetch = (_, init) => {
      asked.push(JSON.parse(String(init?.body)).response)
      return Promise.resolve(Response.json({ success: true }))
    }
    const turnstileApp = openTestApp({ ports: { httpFetch }, config: { turnstileSiteKey: 'site' } })
    writeSettings(turnstileApp.ctx(), 'general', { TURNSTILE_SECRET: 'secret' })
    const browser = turnstileApp.browser()
    const join = (service_id: string, turnstile_token: string | null) =>
      browser.post('/api/waiting-list', { service_id, email: ROSA, turnstile_token, not_after: '2027-02-01' })
    const verifyAddress = () => verifyEmailAddress(turnstileApp, browser, ROSA)
    return { asked, join, verifyAddress, botToken: turnstileApp.botToken }
  }

  it('asks Cloudflare about verified visitors only', async () => {
    const { asked, join, verifyAddress } = openWithTurnstile()
    expect(errorOf(await join('facial', '0.token'))).toEqual([403, 'email_unverified'])
    expect(asked).toEqual([])
    await verifyAddress()
    expect((await join('facial', '0.token')).status).toBe(201)
    expect(asked).toEqual(['0.token'])
  })

  it('refuses a missing token, and one that was used before', async () => {
    const { join, verifyAddress } = openWithTurnstile()
    await verifyAddress()
    expect(errorOf(await join('facial', null))).toEqual([400, 'bot_check_failed'])
    expect((await join('facial', '0.token')).status).toBe(201)
    expect(errorOf(await join('akupunktur', '0.token'))).toEqual([400, 'bot_check_failed'])
  })

  it('accepts the built-in bot check without asking Cloudflare', async () => {
    const { asked, join, verifyAddress, botToken } = openWithTurnstile()
    await verifyAddress()
    expect((await join('akupunktur', await botToken())).status).toBe(201)
    expect(asked).toEqual([])
  })
})

it('the form knows on which weekdays the practice is open, and how long an offer lasts', async () => {
  const app = openTestApp()
  const terms = async () => (await app.browser().get('/api/waiting-list/terms')).json
  expect(await terms()).toEqual({ weekdays: [1, 2, 3, 4, 5], offer_minutes: 60 })
  const morning = [[8 * 60, 12 * 60]] as const
  const sundayAndMonday: Week = [morning, morning, [], [], [], [], []]
  saveWeek(app.ctx(), sundayAndMonday)
  writeSettings(app.ctx(), 'general', { offer_minutes: 90 })
  expect(await terms()).toEqual({ weekdays: [1, 7], offer_minutes: 90 })
})
