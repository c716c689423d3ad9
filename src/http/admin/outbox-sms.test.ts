import { describe, expect, it } from 'vitest'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { queueSms } from '../../messaging/outbox/queue.ts'
import { smsTransport } from '../../messaging/sms/transport.ts'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/**
 * Opens an app with an SMS provider and one queued SMS. `readSms` returns it from the list of the practice,
 * and `deliver` sends it through the simulated provider.
 */
function openAppWithSms() {
  const app = openTestApp()
  const clicksend = openClicksendSimulator()
  const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.clicksend]: clicksend })
  const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
  writeSettings(app.ctx(), 'clicksend', account)
  const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
  queueSms(app.ctx(), {
    kind: 'confirmed',
    bookingId: booking.id,
    mobile: '0664 1234567',
    country: 'AT',
    text: 'Ihr Termin ist bestätigt.',
  })
  const readSms = async () => {
    const { sms } = (await app.admin().get('/api/admin/outbox/sms?limit=100')).json
    expect(sms).toHaveLength(1)
    return sms[0]
  }
  return {
    ...app,
    booking,
    readSms,
    deliver: () => deliverDue(app.ctx, smsTransport({ httpFetch, log: app.log }), app.log),
  }
}

describe('an SMS in the list', () => {
  it('has every field, with null for what is not known yet', async () => {
    const app = openAppWithSms()
    expect(await app.readSms()).toEqual({
      id: 1,
      recipient: '+436641234567',
      sender: null,
      text: 'Ihr Termin ist bestätigt.',
      send_status: null,
      status: 'queued',
      send_price: null,
      message_id: null,
      dlr_status: null,
      dlr_timestamp_iso: null,
      log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      error: null,
      emptied: null,
      provider: null,
      kind: 'confirmed',
      created_at: isoAt(NOW),
      booking_id: app.booking.id,
      booking_start: isoAt(app.booking.startsAt),
      name: 'Rosa Musterfrau',
      phone: '+43 664 1234567',
      open: false,
      remedy: null,
      obstacle: null,
      settled: null,
    })
  })

  it('has its price in euros once it is sent, and its report once that has come', async () => {
    const app = openAppWithSms()
    const queued = await app.readSms()
    await app.deliver()
    const sent = {
      ...queued,
      sender: 'Ordination',
      send_status: 'SUCCESS',
      status: 'sent',
      // The simulator's price of one part, in euros.
      send_price: expect.closeTo(0.0726, 3),
      message_id: expect.any(String),
      provider: 'clicksend',
    }
    expect(await app.readSms()).toEqual(sent)
    app.changeRows(`update messages set delivery_status = 'delivered', delivered_at = ?`, Date.now())
    const report = { dlr_status: 'delivered', dlr_timestamp_iso: isoAt(NOW) }
    expect(await app.readSms()).toEqual({ ...sent, ...report })
  })
})
