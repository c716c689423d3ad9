import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { aContact, verifyEmailAddress } from '../testing/factory.ts'
import {
  MATCHING_WISHES,
  OFFER_END,
  OFFERED_START,
  OWN_START,
  openOfferedApp,
  statusAndCode,
} from '../testing/offered-app.ts'

describe('an offer', () => {
  /**
   * Opens the app with an appointment whose patient waits, and is offered an earlier time that has become
   * free.
   */
  async function openWithOffer() {
    const app = openOfferedApp()
    const booking = app.insertOwn()
    const wait = { booking_id: booking.id, ...MATCHING_WISHES }
    const { json: entry } = await app.browser().post('/api/waiting-list', wait)
    app.freeTimeAndOffer()
    const id = app.openOfferId()
    return {
      app,
      booking,
      id,
      entryId: entry.id,
      take: () => app.browser().post('/api/patient/offer', { id, take: true }),
      refuse: () => app.browser().post('/api/patient/offer', { id, take: false }),
      read: () => app.browser().get(`/api/patient/offer?id=${id}`),
    }
  }

  it('shows its time, its expiry and the appointment of the patient', async () => {
    const { booking, id, entryId, read } = await openWithOffer()
    expect((await read()).json).toEqual({
      id,
      status: 'open',
      service: {
        id: 'folgebehandlung',
        name: 'Folgebehandlung',
        price: '€\u00a090',
        duration: 'ca. 30\u00a0Min',
      },
      slot: { start: OFFERED_START, start_local: OFFERED_START },
      until: OFFER_END,
      booking: { id: booking.id, status: 'confirmed', slot: { start: OWN_START, start_local: OWN_START } },
      hold: null,
      booked_id: null,
      entry_id: entryId,
    })
  })

  it('changes nothing by being read', async () => {
    const { app, read } = await openWithOffer()
    const rowsBefore = app.rows('select * from offers')
    expect((await read()).status).toBe(200)
    expect(app.rows('select * from offers')).toEqual(rowsBefore)
  })

  it('is not found under another id', async () => {
    const answer = await openOfferedApp().browser().get('/api/patient/offer?id=unknown')
    expect(statusAndCode(answer)).toEqual([404, 'not found'])
  })

  it('cannot be read without an id', async () => {
    expect((await openOfferedApp().browser().get('/api/patient/offer')).status).toBe(400)
  })

  it('moves the appointment when it is taken, with the same answer when it is taken again', async () => {
    const { app, booking, take, refuse, read } = await openWithOffer()
    const slot = { start: OFFERED_START, start_local: OFFERED_START }
    const taken = { status: 'taken', booking_id: booking.id, slot }
    expect((await take()).json).toEqual(taken)
    expect((await take()).json).toEqual(taken)
    expect((await read()).json).toMatchObject({ status: 'taken', booking: { slot }, entry_id: null })
    const { json } = await app.browser().get(`/api/bookings/${booking.id}`)
    expect(json).toMatchObject({ status: 'confirmed', slot })
    expect(statusAndCode(await refuse())).toEqual([409, 'offer_gone'])
  })

  it('can be refused twice, but not taken afterwards', async () => {
    const { take, refuse, read } = await openWithOffer()
    expect((await refuse()).json).toEqual({ status: 'refused' })
    expect((await refuse()).json).toEqual({ status: 'refused' })
    expect((await read()).json.status).toBe('refused')
    const taken = await take()
    expect(statusAndCode(taken)).toEqual([409, 'offer_gone'])
    expect(taken.json.message).toBe('Sie haben diese Zeit schon abgelehnt.')
  })

  it('expires when its time is up, even if the job has not run', async () => {
    const { app, take, read } = await openWithOffer()
    app.setClock(OFFER_END)
    expect((await read()).json.status).toBe('expired')
    expect(statusAndCode(await take())).toEqual([409, 'offer_gone'])
  })

  it('expires when the appointment is cancelled', async () => {
    const { app, booking, read } = await openWithOffer()
    cancelByStaff(app.assistant(), booking.id, '', { notify: false })
    expect((await read()).json).toMatchObject({ status: 'expired', entry_id: null })
  })

  it('is taken only once by fifty simultaneous calls', async () => {
    const { app, booking, take } = await openWithOffer()
    const answers = await Promise.all(Array.from({ length: 50 }, () => take()))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(app.rows(`select id from events where kind = 'offer-taken'`)).toHaveLength(1)
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: booking.id }])
  })

  it('can be taken while fifty others try to book its time', async () => {
    const { app, booking, take } = await openWithOffer()
    const rivals = Array.from({ length: 50 }, (_, index) => ({
      browser: app.browser(`203.0.114.${index}`),
      contact: aContact({ email: `p${index}@andere.example` }),
    }))
    for (const { browser, contact } of rivals) await verifyEmailAddress(app, browser, contact.email)

    const [taken, ...refusals] = await Promise.all([
      take(),
      ...rivals.map(({ browser, contact }) =>
        browser.post('/api/hold', { service_id: 'folgebehandlung', start: OFFERED_START, contact }),
      ),
    ])
    expect(taken.status).toBe(200)
    for (const refusal of refusals) expect(statusAndCode(refusal)).toEqual([409, 'slot_taken'])
    expect(app.rows('select booking_id from occupations')).toEqual([{ booking_id: booking.id }])
  })
})
