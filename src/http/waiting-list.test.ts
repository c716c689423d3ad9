import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { makeDueOffers } from '../booking/offers.ts'
import { UNDO_MS } from '../booking/undo.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveWeek, type Week } from '../schedule/hours.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { aContact, aManualBooking, aRequest, book, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

const ROSA = 'rosa@musterfrau.example'
const FREED = '2027-01-12T08:30:00+01:00'
const OWN = '2027-02-02T09:00:00+01:00'
const WISHES = { not_after: '2027-02-01', weekdays: [1, 2, 3, 4, 5], parts: ['morning'] }

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

const aBooking = (start: string) =>
  insertBooking(app.ctx().db, {
    serviceId: 'folgebehandlung',
    serviceName: 'Folgebehandlung',
    status: 'confirmed',
    startsAt: Date.parse(start),
  })
const free = (start = FREED) => {
  cancelByStaff(app.assistant(), aBooking(start).id, '', { notify: false })
  app.pass(UNDO_MS)
  makeDueOffers(app.ctx())
}
const openOffer = () => app.rows<{ id: string }>(`select id from offers where status = 'open'`)[0]?.id ?? ''
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error]

describe('the waiting list', () => {
  it('is joined with a booking, read by both ids, and left', async () => {
    const booking = aBooking(OWN)
    const browser = app.browser()
    const joined = await browser.post('/api/waiting-list', { booking_id: booking.id, ...WISHES })
    expect([joined.status, joined.json]).toEqual([201, { id: expect.stringMatching(/^[\w-]{32}$/) }])
    const { id } = joined.json
    const entry = {
      id,
      service: { id: 'folgebehandlung', name: 'Folgebehandlung' },
      booking_id: booking.id,
      ...WISHES,
      not_before: null,
      offer: null,
    }
    expect((await browser.get(`/api/waiting-list/${id}`)).json).toEqual(entry)
    expect((await browser.get(`/api/waiting-list?booking_id=${booking.id}`)).json).toEqual(entry)
    free()
    expect((await browser.get(`/api/waiting-list/${id}`)).json.offer).toEqual({
      id: openOffer(),
      start: FREED,
      start_local: FREED,
      until: '2027-01-07T14:40:10+01:00',
    })
    for (let i = 0; i < 2; i++) expect((await browser.delete(`/api/waiting-list/${id}`)).status).toBe(204)
    expect(errorOf(await browser.get(`/api/waiting-list/${id}`))).toEqual([404, 'not found'])
    const none = await browser.get(`/api/waiting-list?booking_id=${booking.id}`)
    expect([none.status, none.json]).toEqual([200, null])
  })

  it.each(['by the patient', 'by the practice'])(
    'is left with an appointment booked %s otherwise',
    async (by) => {
      const browser = app.browser()
      await verifyEmailAddress(app, browser)
      const waiting = async (service_id: string) => {
        const { json } = await browser.post('/api/waiting-list', {
          ...WISHES,
          service_id,
          email: ROSA,
          turnstile_token: await app.botToken(),
        })
        return browser.get(`/api/waiting-list/${json.id}`).then((answer) => answer.json)
      }
      const [ended, other] = [await waiting('erstordination'), await waiting('folgebehandlung')]
      free()
      const offered = openOffer()
      if (by === 'by the patient') await book(app, browser, '2027-01-12T11:00:00+01:00')
      else {
        const entry = aManualBooking({ service_id: 'erstordination', start: FREED })
        await app
          .admin()
          .post('/api/admin/bookings', { ...entry, contact: { ...entry.contact, email: ROSA } })
      }
      const left = app.rows('select id from waiting_entries where ended_at is null')
      expect([ended.service.id, left]).toEqual(['erstordination', [{ id: other.id }]])
      expect((await browser.get(`/api/patient/offer?id=${offered}`)).json.status).toBe('expired')
      expect(app.rows('select id from bookings')).toHaveLength(2)
    },
  )

  it('is joined without a booking by a verified address, for three services', async () => {
    const browser = app.browser()
    const email = 'rosa@musterfrau.example'
    const join = async (service_id: string, turnstile_token?: string) => {
      const token = turnstile_token ?? (await app.botToken())
      return browser.post('/api/waiting-list', { service_id, email, turnstile_token: token, ...WISHES })
    }
    expect(errorOf(await join('folgebehandlung'))).toEqual([403, 'email_unverified'])
    await verifyEmailAddress(app, browser, email)
    // A solved bot check is needed, as for a booking, and each counts once.
    expect(errorOf(await join('folgebehandlung', ''))).toEqual([400, 'bot_check_failed'])
    const spent = await app.botToken()
    expect((await join('akupunktur', spent)).status).toBe(201)
    expect(errorOf(await join('facial', spent))).toEqual([400, 'bot_check_failed'])
    // Other wishes for the same service need none.
    expect((await join('akupunktur', '')).status).toBe(201)
    const { id } = (await join('folgebehandlung')).json
    expect((await join('folgebehandlung')).json).toEqual({ id })
    expect((await join('unknown')).status).toBe(404)
    for (const service of ['akupunktur', 'facial']) expect((await join(service)).status).toBe(201)
    const fourth = await join('erstordination')
    expect([fourth.status, fourth.json.message]).toEqual([
      429,
      'Sie stehen bereits dreimal auf der Warteliste. Bitte rufen Sie uns an: +43 5572 000000.',
    ])
  })

  it('keeps the doctor whom somebody wishes for, and names the one of an offer', async () => {
    saveResource(app.ctx(), 'b', { name: 'Dr. B' })
    const service = getService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, otherResourceIds: ['b'] })
    const { id: booking_id } = aBooking(OWN)
    const browser = app.browser()
    expect((await browser.get(`/api/bookings/${booking_id}`)).json).toMatchObject({
      resource: { id: 'doctor-1' },
      service_id: 'folgebehandlung',
    })
    const { id } = (await browser.post('/api/waiting-list', { booking_id, ...WISHES, resource: 'b' })).json
    const entry = async () => (await browser.get(`/api/waiting-list/${id}`)).json
    expect(await entry()).toMatchObject({ resource: 'b', resource_name: 'Dr. B' })
    await browser.post('/api/waiting-list', { booking_id, ...WISHES, resource: null })
    expect(await entry()).not.toHaveProperty('resource_name')
    free()
    const offer = await browser.get(`/api/patient/offer?id=${openOffer()}`)
    expect(offer.json).toMatchObject({ resource: { id: 'doctor-1' }, service: { id: 'folgebehandlung' } })
  })

  it('takes twenty entries an hour from one address', async () => {
    const booking = aBooking(OWN)
    const join = () => app.browser().post('/api/waiting-list', { booking_id: booking.id, ...WISHES })
    for (let i = 1; i <= 20; i++) expect((await join()).status).toBe(201)
    expect(errorOf(await join())).toEqual([429, 'too_many'])
    app.pass(HOUR)
    expect((await join()).status).toBe(201)
  })

  it('names what is missing at its field', async () => {
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

  it('refuses faulty wishes, and everything while it is off', async () => {
    const { id } = aBooking(OWN)
    const join = (wishes: object) => app.browser().post('/api/waiting-list', { booking_id: id, ...wishes })
    const faulty = await join({ not_after: '2026-12-31' })
    expect([faulty.status, faulty.json.fields]).toEqual([400, { not_after: 'Dieser Tag ist schon vorbei.' }])
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(errorOf(await join(WISHES))).toEqual([503, 'closed'])
    expect((await app.browser().get('/api/status')).json).not.toHaveProperty('waiting_list')
  })
})

describe('an offer', () => {
  const offered = async () => {
    const booking = aBooking(OWN)
    const { json } = await app.browser().post('/api/waiting-list', { booking_id: booking.id, ...WISHES })
    free()
    const id = openOffer()
    const answer = (take: boolean) => app.browser().post('/api/patient/offer', { id, take })
    const read = () => app.browser().get(`/api/patient/offer?id=${id}`)
    return { booking, id, entry: json.id, answer, read }
  }

  it('shows both times, and changes nothing by being read', async () => {
    const { booking, id, entry, read } = await offered()
    const before = app.rows('select * from offers')
    expect((await read()).json).toEqual({
      id,
      status: 'open',
      service: {
        id: 'folgebehandlung',
        name: 'Folgebehandlung',
        price: '€\u00a090',
        duration: 'ca. 30\u00a0Min',
      },
      slot: { start: FREED, start_local: FREED },
      until: '2027-01-07T14:40:10+01:00',
      booking: { id: booking.id, status: 'confirmed', slot: { start: OWN, start_local: OWN } },
      hold: null,
      booked_id: null,
      entry_id: entry,
    })
    expect(app.rows('select * from offers')).toEqual(before)
    expect(errorOf(await app.browser().get('/api/patient/offer?id=unknown'))).toEqual([404, 'not found'])
    expect((await app.browser().get('/api/patient/offer')).status).toBe(400)
  })

  it('moves the appointment when it is taken, also the second time', async () => {
    const { booking, answer, read } = await offered()
    const slot = { start: FREED, start_local: FREED }
    for (let i = 0; i < 2; i++)
      expect((await answer(true)).json).toEqual({ status: 'taken', booking_id: booking.id, slot })
    expect((await read()).json).toMatchObject({ status: 'taken', booking: { slot }, entry_id: null })
    const { json } = await app.browser().get(`/api/bookings/${booking.id}`)
    expect(json).toMatchObject({ status: 'confirmed', slot })
    expect(errorOf(await answer(false))).toEqual([409, 'offer_gone'])
  })

  it('is refused, also the second time, and then gone', async () => {
    const { answer, read } = await offered()
    for (let i = 0; i < 2; i++) expect((await answer(false)).json).toEqual({ status: 'refused' })
    expect((await read()).json.status).toBe('refused')
    const gone = await answer(true)
    expect([...errorOf(gone), gone.json.message]).toEqual([
      409,
      'offer_gone',
      'Sie haben diese Zeit schon abgelehnt.',
    ])
  })

  it('is expired when its time is up, whether or not the job has run, and when it was withdrawn', async () => {
    const { booking, read, answer } = await offered()
    app.pass(HOUR)
    expect((await read()).json.status).toBe('expired')
    expect(errorOf(await answer(true))).toEqual([409, 'offer_gone'])
    cancelByStaff(app.assistant(), booking.id, '', { notify: false })
    expect((await read()).json).toMatchObject({ status: 'expired', entry_id: null })
  })

  it('is taken once when fifty take it at the same moment', async () => {
    const { booking, answer } = await offered()
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(true)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(app.rows(`select id from events where kind = 'offer-taken'`)).toHaveLength(1)
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: booking.id }])
  })

  it('goes to its patient while fifty others try to book the time', async () => {
    const { booking, answer } = await offered()
    const holds: (() => ReturnType<typeof answer>)[] = []
    for (let i = 0; i < 50; i++) {
      const browser = app.browser(`203.0.114.${i}`)
      const contact = aContact({ email: `p${i}@andere.example` })
      await verifyEmailAddress(app, browser, contact.email)
      holds.push(() => browser.post('/api/hold', { service_id: 'folgebehandlung', start: FREED, contact }))
    }
    const [taken, ...others] = await Promise.all([answer(true), ...holds.map((hold) => hold())])
    expect(taken?.status).toBe(200)
    for (const other of others) expect(errorOf(other)).toEqual([409, 'slot_taken'])
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: booking.id }])
  })

  it('without an appointment leads to a booking by the hold that it becomes', async () => {
    const browser = app.browser()
    const email = 'rosa@musterfrau.example'
    await verifyEmailAddress(app, browser, email)
    await browser.post('/api/waiting-list', {
      service_id: 'folgebehandlung',
      email,
      turnstile_token: await app.botToken(),
      ...WISHES,
    })
    free()
    const id = openOffer()
    const taken = await browser.post('/api/patient/offer', { id, take: true })
    expect(taken.json).toEqual({
      status: 'taken',
      hold: { hold_id: expect.any(String), expires_at: '2027-01-07T14:40:10+01:00' },
      service_id: 'folgebehandlung',
      slot: { start: FREED, start_local: FREED },
    })
    const read = async () => (await browser.get(`/api/patient/offer?id=${id}`)).json
    expect(await read()).toMatchObject({ status: 'taken', hold: taken.json.hold, booked_id: null })
    await browser.delete(`/api/hold/${taken.json.hold.hold_id}`)
    expect(await read()).toMatchObject({ status: 'taken', hold: null, booked_id: null })
    const again = await browser.post('/api/patient/offer', { id, take: true })
    const request = await aRequest(app, again.json.hold.hold_id, { contact: aContact({ email }) })
    const booked = await browser.post('/api/booking/confirm', request)
    expect([booked.status, booked.json.slot.start]).toEqual([201, FREED])
    expect(await read()).toMatchObject({ status: 'taken', hold: null, booked_id: booked.json.id })
    expect((await browser.post('/api/patient/offer', { id, take: true })).json).toMatchObject({
      booking_id: booked.json.id,
    })
  })
})

it('the form knows on which weekdays the practice is open, and how long an offer stands', async () => {
  const app = openTestApp()
  const terms = async () => (await app.browser().get('/api/waiting-list/terms')).json
  expect(await terms()).toEqual({ weekdays: [1, 2, 3, 4, 5], offer_minutes: 60 })
  const sundayAndMonday: Week = [[[480, 720]], [[480, 720]], [], [], [], [], []]
  saveWeek(app.ctx(), sundayAndMonday)
  writeSettings(app.ctx(), 'general', { offer_minutes: 90 })
  expect(await terms()).toEqual({ weekdays: [1, 7], offer_minutes: 90 })
})
