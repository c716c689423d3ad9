import { beforeEach, describe, expect, it } from 'vitest'
import { getService, saveService } from '../schedule/services.ts'
import type { Browser } from '../testing/browser.ts'
import { aManualBooking, book, verifyEmailAddress } from '../testing/factory.ts'
import { MATCHING_WISHES, OFFERED_START, openOfferedApp, statusAndCode } from '../testing/offered-app.ts'

const ROSA = 'rosa@musterfrau.example'

let app: ReturnType<typeof openOfferedApp>
beforeEach(() => {
  app = openOfferedApp()
})

describe('the waiting list without a booking', () => {
  let browser: Browser
  beforeEach(() => {
    browser = app.browser()
  })
  /** Joins for this service, with a solved bot check unless another token is given. */
  const join = async (service_id: string, token?: string) => {
    const turnstile_token = token ?? (await app.botToken())
    return browser.post('/api/waiting-list', { service_id, email: ROSA, turnstile_token, ...MATCHING_WISHES })
  }

  it('names each missing value at its field', async () => {
    const { status, json } = await browser.post('/api/waiting-list', {})
    expect([status, json.fields]).toEqual([
      400,
      {
        service_id: 'Bitte eine Leistung auswählen.',
        email: 'E-Mail ist erforderlich.',
        not_after: 'Bitte ein gültiges Datum angeben.',
      },
    ])
  })

  it('needs a verified e-mail address', async () => {
    expect(statusAndCode(await join('folgebehandlung'))).toEqual([403, 'email_unverified'])
    await verifyEmailAddress(app, browser, ROSA)
    expect((await join('folgebehandlung')).status).toBe(201)
  })

  it('needs a solved bot check, which counts only once', async () => {
    await verifyEmailAddress(app, browser, ROSA)
    expect(statusAndCode(await join('folgebehandlung', ''))).toEqual([400, 'bot_check_failed'])
    const token = await app.botToken()
    expect((await join('akupunktur', token)).status).toBe(201)
    expect(statusAndCode(await join('facial', token))).toEqual([400, 'bot_check_failed'])
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
        const entry = aManualBooking({ service_id: 'erstordination', start: OFFERED_START })
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
      app.freeTimeAndOffer()
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
