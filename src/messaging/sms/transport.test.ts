import { beforeEach, describe, expect, it } from 'vitest'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { deliverDue } from '../outbox/deliver.ts'
import { smsTransport } from './transport.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const NONE_ACCEPTED = { clicksend: 0, sevenio: 0 }

describe('an SMS that is queued', () => {
  it('is suppressed while no provider is set up, with the reason', async () => {
    app.queue()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    app.queue()
    const suppressed = {
      recipient: '+436641234567',
      status: 'muted',
      error: 'Es ist kein SMS-Provider eingerichtet.',
    }
    expect(app.listMessages()).toMatchObject([suppressed, suppressed])
    app.setUpSevenio()
    await app.deliver()
    expect(app.listMessages()).toMatchObject([suppressed, suppressed])
  })

  it('is for the number in E.164', () => {
    app.setUpSevenio()
    const bookingId = app.queue({ mobile: '0664 / 123 45 67' })
    expect(app.findFirstMessage()).toMatchObject({
      kind: 'confirmed',
      bookingId,
      recipient: '+436641234567',
      text: 'Ihr Termin ist bestätigt.',
      status: 'queued',
      error: null,
      attempts: 0,
      dueAt: app.ctx().now,
    })
  })

  it.each([
    { number: 'a landline', mobile: '05572 12345', error: 'Festnetznummer: keine SMS möglich.' },
    { number: 'an invalid number', mobile: '067612', error: 'Keine gültige Mobilnummer: keine SMS möglich.' },
  ])('to $number is suppressed, with the number as it was typed', async ({ mobile, error }) => {
    app.setUpClicksend()
    app.queue({ mobile })
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ recipient: mobile, status: 'muted', error })
    expect(app.countAccepted()).toEqual(NONE_ACCEPTED)
  })

  it('that must not be sent is suppressed, with its number in E.164', async () => {
    app.setUpClicksend()
    app.queue({ mobile: '0664 1234567', suppressed: 'Urlaub' })
    await app.deliver()
    const suppressed = { recipient: '+436641234567', status: 'muted', error: 'Urlaub' }
    expect(app.findFirstMessage()).toMatchObject(suppressed)
    expect(app.countAccepted()).toEqual(NONE_ACCEPTED)
  })
})

describe('an SMS that is sent', () => {
  it('is sent only once, and its row has everything that the provider answered', async () => {
    app.setUpClicksend()
    app.queue()
    app.pass(2_000)
    await app.deliver()
    await app.deliver()
    expect(app.clicksend.taken).toEqual([
      {
        id: app.findFirstMessage()?.providerMessageId,
        to: '+436641234567',
        text: 'Ihr Termin ist bestätigt.',
        from: 'Ordination',
        reference: app.findFirstMessage()?.logUuid,
      },
    ])
    expect(app.findFirstMessage()).toMatchObject({
      status: 'sent',
      error: null,
      attempts: 1,
      provider: 'clicksend',
      sender: 'Ordination',
      sendStatus: 'SUCCESS',
      // The simulator asks 0.0726 euros. A millicent is a thousandth of a cent.
      priceMillicents: 7_260,
      deliveryStatus: null,
      sentAt: app.ctx().now,
    })
  })

  it('is logged without number, text and credentials, and its row has no credentials', async () => {
    app.setUpBoth()
    const faults = [
      {},
      { clicksend: 'INSUFFICIENT_CREDIT', sevenio: '900' },
      { clicksend: 'INVALID_RECIPIENT' },
      { clicksend: 'silence' },
      { clicksend: 'unreachable', sevenio: 'reset' },
    ]
    for (const [index, { clicksend, sevenio }] of faults.entries()) {
      app.queue({ text: `Vertraulich ${index}` })
      app.clicksend.faults.plan(clicksend)
      app.sevenio.faults.plan(sevenio)
      await app.deliver()
    }

    expect(app.readLog()).toContain('sms sent')
    expect(app.readLog()).toContain('INSUFFICIENT_CREDIT')
    expect(app.readLog()).not.toMatch(/\+43664|0664|Vertraulich|demo|Musterfrau/)
    // The name and the key of the account begin with "demo", which is ZGVtbz in Base64.
    expect(JSON.stringify(app.listMessages())).not.toMatch(/demo|ZGVtbz/)
  })
})

describe('a worker', () => {
  it('sends nothing once all settings are removed', async () => {
    app.setUpSevenio()
    app.queue()
    app.setUpSevenio({ SEVENIO_KEY: '' })
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('loses no SMS when the settings are removed during a run', async () => {
    app.setUpSevenio()
    app.queue()
    const ctx = () => {
      if (app.findFirstMessage()?.status === 'sending') app.setUpSevenio({ SEVENIO_KEY: '' })
      return app.ctx()
    }
    await deliverDue(ctx, smsTransport(app), app.log)
    expect(app.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 0 })
    expect(app.countAccepted()).toEqual(NONE_ACCEPTED)
  })
})
