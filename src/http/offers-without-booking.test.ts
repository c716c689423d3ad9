import { describe, expect, it } from 'vitest'
import { getService, saveService } from '../schedule/services.ts'
import { aContact, aRequest, verifyEmailAddress } from '../testing/factory.ts'
import { MATCHING_WISHES, OFFER_END, OFFERED_START, openOfferedApp } from '../testing/offered-app.ts'

const ROSA_EMAIL = 'rosa@musterfrau.example'

describe('an offer to a patient without a booking', () => {
  /** Opens the app in which a patient without a booking waits, and is offered a time. */
  async function openWithOffer() {
    const app = openOfferedApp()
    const browser = app.browser()
    await verifyEmailAddress(app, browser, ROSA_EMAIL)
    await browser.post('/api/waiting-list', {
      service_id: 'folgebehandlung',
      email: ROSA_EMAIL,
      turnstile_token: await app.botToken(),
      ...MATCHING_WISHES,
    })
    app.freeTimeAndOffer()
    const id = app.openOfferId()
    return {
      app,
      browser,
      take: async () => (await browser.post('/api/patient/offer', { id, take: true })).json,
      read: async () => (await browser.get(`/api/patient/offer?id=${id}`)).json,
    }
  }

  it('becomes a hold when it is taken', async () => {
    const { take, read } = await openWithOffer()
    const taken = await take()
    expect(taken).toEqual({
      status: 'taken',
      hold: { hold_id: expect.any(String), expires_at: OFFER_END },
      service_id: 'folgebehandlung',
      slot: { start: OFFERED_START, start_local: OFFERED_START },
    })
    expect(await read()).toMatchObject({ status: 'taken', hold: taken.hold, booked_id: null })
  })

  it('becomes another hold if the first was released', async () => {
    const { browser, take, read } = await openWithOffer()
    const { hold_id } = (await take()).hold
    await browser.delete(`/api/hold/${hold_id}`)
    expect(await read()).toMatchObject({ status: 'taken', hold: null, booked_id: null })
    expect((await take()).hold.hold_id).not.toBe(hold_id)
  })

  it('cannot be taken while its service is not offered, and can be taken afterwards', async () => {
    const { app, take, read } = await openWithOffer()
    const service = getService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, active: false })
    expect((await take()).error).toBe('service_not_found')
    expect(await read()).toMatchObject({ status: 'open', hold: null })

    saveService(app.ctx(), { ...service, active: true })
    expect((await take()).status).toBe('taken')
  })

  it('has the booking that its hold became', async () => {
    const { app, browser, take, read } = await openWithOffer()
    const request = await aRequest(app, (await take()).hold.hold_id, {
      contact: aContact({ email: ROSA_EMAIL }),
    })
    const booked = await browser.post('/api/booking/confirm', request)
    expect([booked.status, booked.json.slot.start]).toEqual([201, OFFERED_START])
    expect(await read()).toMatchObject({ status: 'taken', hold: null, booked_id: booked.json.id })
    expect(await take()).toMatchObject({ booking_id: booked.json.id })
  })
})
