import { describe, expect, it } from 'vitest'
import { getService, saveService } from '../schedule/services.ts'
import { aManualBooking, book, verifyEmailAddress } from '../testing/factory.ts'
import { MATCHING_WISHES, OFFERED_START, openOfferedApp, statusAndCode } from '../testing/offered-app.ts'

const ROSA_EMAIL = 'rosa@musterfrau.example'

/** Opens the app and the browser of a visitor, in which Rosa's e-mail address is not verified. */
function openWithVisitor() {
  const app = openOfferedApp()
  const browser = app.browser()
  /** Joins for this service, with a solved bot check unless another token is given. */
  const joinFor = async (service_id: string, token?: string) => {
    const turnstile_token = token ?? (await app.botToken())
    const entry = { service_id, email: ROSA_EMAIL, ...MATCHING_WISHES }
    return browser.post('/api/waiting-list', { ...entry, turnstile_token })
  }
  return { app, browser, joinFor, verifyAddress: () => verifyEmailAddress(app, browser, ROSA_EMAIL) }
}

type Visit = ReturnType<typeof openWithVisitor>

/** Opens the same app and browser, in which Rosa's e-mail address is verified. */
async function openWithVerifiedVisitor(): Promise<Visit> {
  const visit = openWithVisitor()
  await visit.verifyAddress()
  return visit
}

describe('the waiting list without a booking', () => {
  it('names each missing value at its field', async () => {
    const { browser } = openWithVisitor()
    const { status, json } = await browser.post('/api/waiting-list', {})
    expect(status).toBe(400)
    expect(json.fields).toEqual({
      service_id: 'Bitte eine Leistung auswählen.',
      email: 'E-Mail ist erforderlich.',
      not_after: 'Bitte ein gültiges Datum angeben.',
    })
  })

  it('needs a verified e-mail address', async () => {
    const { joinFor, verifyAddress } = openWithVisitor()
    expect(statusAndCode(await joinFor('folgebehandlung'))).toEqual([403, 'email_unverified'])
    await verifyAddress()
    expect((await joinFor('folgebehandlung')).status).toBe(201)
  })

  it('needs a solved bot check, which counts only once', async () => {
    const { app, joinFor } = await openWithVerifiedVisitor()
    expect(statusAndCode(await joinFor('folgebehandlung', ''))).toEqual([400, 'bot_check_failed'])
    const token = await app.botToken()
    expect((await joinFor('akupunktur', token)).status).toBe(201)
    expect(statusAndCode(await joinFor('facial', token))).toEqual([400, 'bot_check_failed'])
  })

  it('has one entry per service, whose wishes change without a bot check', async () => {
    const { joinFor } = await openWithVerifiedVisitor()
    const { id } = (await joinFor('akupunktur')).json
    const changed = await joinFor('akupunktur', '')
    expect([changed.status, changed.json]).toEqual([201, { id }])
  })

  it('is refused for an unknown service', async () => {
    const { joinFor } = await openWithVerifiedVisitor()
    expect((await joinFor('unknown')).status).toBe(404)
  })

  it('takes six services at most', async () => {
    const { app, joinFor } = await openWithVerifiedVisitor()
    const service = getService(app.ctx(), 'akupunktur')
    for (let number = 1; number <= 7; number++)
      saveService(app.ctx(), { ...service, id: `service-${number}` })
    for (let number = 1; number <= 6; number++) expect((await joinFor(`service-${number}`)).status).toBe(201)
    const { status, json } = await joinFor('service-7')
    const message = 'Sie stehen bereits sechsmal auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.'
    expect([status, json.message]).toEqual([429, message])
  })

  it.each<{ booker: string; bookOtherwise: (visit: Visit) => Promise<unknown> }>([
    {
      booker: 'the patient',
      bookOtherwise: ({ app, browser }) => book(app, browser, '2027-01-12T11:00:00+01:00'),
    },
    {
      booker: 'the practice',
      bookOtherwise: ({ app }) => {
        const entry = aManualBooking({ service_id: 'erstordination', start: OFFERED_START })
        const contact = { ...entry.contact, email: ROSA_EMAIL }
        return app.admin().post('/api/admin/bookings', { ...entry, contact })
      },
    },
  ])(
    'is left when $booker books an appointment for the service in another way',
    async ({ bookOtherwise }) => {
      const visit = await openWithVerifiedVisitor()
      const { app, browser, joinFor } = visit
      await joinFor('erstordination')
      const otherEntry = (await joinFor('folgebehandlung')).json
      app.freeTimeAndOffer()
      const offerId = app.openOfferId()
      await bookOtherwise(visit)
      expect(app.rows('select id from waiting_entries where ended_at is null')).toEqual([
        { id: otherEntry.id },
      ])
      expect((await browser.get(`/api/patient/offer?id=${offerId}`)).json.status).toBe('expired')
      // The second booking is the cancelled one whose time became free.
      expect(app.rows('select id from bookings')).toHaveLength(2)
    },
  )
})
