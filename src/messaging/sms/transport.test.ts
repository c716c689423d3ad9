import { beforeEach, describe, expect, it } from 'vitest'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { deliverDue } from '../outbox/deliver.ts'
import { smsTransport } from './transport.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

/** Returns how many messages each provider has accepted: ClickSend, seven.io. */
const taken = () => [app.clicksend.taken.length, app.sevenio.taken.length]
const setUpBoth = () => {
  app.setUpClicksend()
  app.setUpSevenio()
}

describe('an SMS', () => {
  it('is suppressed while no provider is set up, with the reason', async () => {
    app.queue()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    app.queue({ suppressed: 'Urlaub' })
    const row = {
      recipient: '+436641234567',
      status: 'suppressed',
      error: 'Es ist kein SMS-Provider eingerichtet.',
    }
    expect(app.rows()).toMatchObject([row, row])
    app.setUpSevenio()
    await app.deliver()
    expect(app.rows()).toMatchObject([row, row])
  })

  it('is queued for the number in E.164', () => {
    app.setUpSevenio()
    const bookingId = app.queue({ mobile: '0664 / 123 45 67' })
    expect(app.row()).toMatchObject({
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
    ['05572 12345', 'Festnetznummer: keine SMS möglich.'],
    ['067612', 'Keine gültige Mobilnummer: keine SMS möglich.'],
  ])('to %s is suppressed, with the number as it was typed: %s', async (mobile, error) => {
    app.setUpClicksend()
    app.queue({ mobile })
    await app.deliver()
    expect(app.row()).toMatchObject({ recipient: mobile, status: 'suppressed', error })
    expect(taken()).toEqual([0, 0])
  })

  it('that must not be sent is suppressed, with the number in E.164', async () => {
    app.setUpClicksend()
    app.queue({ mobile: '0664 1234567', suppressed: 'Urlaub' })
    await app.deliver()
    const suppressed = { recipient: '+436641234567', status: 'suppressed', error: 'Urlaub' }
    expect(app.row()).toMatchObject(suppressed)
    expect(taken()).toEqual([0, 0])
  })

  it('is sent once, and its row has everything that the provider answered', async () => {
    app.setUpClicksend()
    app.queue()
    app.pass(2_000)
    await app.deliver()
    await app.deliver()
    expect(app.clicksend.taken).toEqual([
      {
        id: app.row()?.providerMessageId,
        to: '+436641234567',
        text: 'Ihr Termin ist bestätigt.',
        from: 'Ordination',
        reference: app.row()?.logUuid,
      },
    ])
    expect(app.row()).toMatchObject({
      status: 'sent',
      error: null,
      attempts: 1,
      provider: 'clicksend',
      sender: 'Ordination',
      sendStatus: 'SUCCESS',
      priceMillicents: 7_260,
      deliveryStatus: null,
      sentAt: app.ctx().now,
    })
  })

  it('is logged without number, text and credentials, and its row has no credentials', async () => {
    setUpBoth()
    const faults = [
      {},
      { clicksend: 'INSUFFICIENT_CREDIT', sevenio: '900' },
      { clicksend: 'INVALID_RECIPIENT' },
      { clicksend: 'silence' },
      { clicksend: 'unreachable', sevenio: 'reset' },
    ]
    for (const [i, { clicksend, sevenio }] of faults.entries()) {
      app.queue({ text: `Vertraulich ${i}` })
      app.clicksend.faults.expect(clicksend)
      app.sevenio.faults.expect(sevenio)
      await app.deliver()
    }

    expect(app.logged()).toContain('sms sent')
    expect(app.logged()).toContain('INSUFFICIENT_CREDIT')
    expect(app.logged()).not.toMatch(/\+43664|0664|Vertraulich|demo|Musterfrau/)
    expect(JSON.stringify(app.rows())).not.toMatch(/demo|ZGVtbz/)
  })
})

describe('with both providers, an SMS', () => {
  const deliverWithFaults = async (clicksendFault?: string | number, sevenioFault?: string | number) => {
    setUpBoth()
    app.queue()
    app.clicksend.faults.expect(clicksendFault)
    app.sevenio.faults.expect(sevenioFault)
    await app.deliver()
    expect(app.row()?.attempts).toBe(1)
  }

  it('is sent by ClickSend while that works', async () => {
    await deliverWithFaults()
    expect(taken()).toEqual([1, 0])
    expect(app.row()).toMatchObject({ status: 'sent', provider: 'clicksend' })
  })

  it.each(['unreachable', 'INSUFFICIENT_CREDIT', 'COUNTRY_NOT_ENABLED', 'INTERNAL_ERROR', 429])(
    'is sent by seven.io after the fault %s of ClickSend',
    async (fault) => {
      await deliverWithFaults(fault)
      expect(taken()).toEqual([0, 1])
      expect(app.row()).toMatchObject({ status: 'sent', provider: 'sevenio' })
    },
  )

  it.each([
    { fault: 'INVALID_RECIPIENT', accepted: 0, status: 'failed' },
    { fault: 'THROTTLED', accepted: 0, status: 'suppressed' },
    // The SMS may have been sent, so that another attempt could send it twice.
    { fault: 'reset', accepted: 1, status: 'unknown' },
    { fault: 'silence', accepted: 1, status: 'unknown' },
    { fault: 500, accepted: 0, status: 'unknown' },
  ])(
    'is $status after the fault $fault of ClickSend, and seven.io is not asked',
    async ({ fault, accepted, status }) => {
      await deliverWithFaults(fault)
      expect(taken()).toEqual([accepted, 0])
      expect(app.row()).toMatchObject({ status, provider: 'clicksend' })
    },
  )

  it.each([
    { clicksend: 'unreachable', sevenio: '202', accepted: 0, status: 'failed' },
    { clicksend: 'unreachable', sevenio: 'reset', accepted: 1, status: 'unknown' },
    { clicksend: 'unreachable', sevenio: 'unreachable', accepted: 0, status: 'queued' },
    { clicksend: 'unreachable', sevenio: '401', accepted: 0, status: 'queued' },
    { clicksend: 'EMPTY_MESSAGE', sevenio: '600', accepted: 0, status: 'queued' },
    { clicksend: 'EMPTY_MESSAGE', sevenio: '305', accepted: 0, status: 'failed' },
    { clicksend: 'INSUFFICIENT_CREDIT', sevenio: '500', accepted: 0, status: 'queued' },
  ])(
    'is $status after the fault $clicksend of ClickSend and $sevenio of seven.io',
    async ({ clicksend, sevenio, accepted, status }) => {
      await deliverWithFaults(clicksend, sevenio)
      expect(taken()).toEqual([0, accepted])
      expect(app.row()).toMatchObject({ status, provider: 'sevenio' })
    },
  )

  it('has the reasons of both in its row', async () => {
    setUpBoth()
    app.queue()
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    app.sevenio.faults.expect('900')
    await app.deliver()
    expect(app.row()?.error).toBe(
      'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT) seven.io: Der API-Schlüssel wurde abgelehnt. (900)',
    )
  })
})

it('an SMS is not sent by a provider that is not set up, when the other one refuses it', async () => {
  app.setUpClicksend()
  app.queue()
  app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
  await app.deliver()
  expect([taken(), app.row()?.status]).toEqual([[0, 0], 'queued'])
})

it.each([
  { fault: 'a refused number', code: '202', wrongRecipient: true },
  { fault: 'too many SMS to the number in one day', code: '403', wrongRecipient: false },
])('after $fault, that the number is wrong is $wrongRecipient', async ({ code, wrongRecipient }) => {
  app.setUpSevenio()
  app.queue()
  app.sevenio.faults.expect(code)
  await app.deliver()
  expect(app.row()).toMatchObject({ status: 'failed', wrongRecipient })
})

describe('workers', () => {
  it('send nothing once all settings are removed', async () => {
    app.setUpSevenio()
    app.queue()
    app.setUpSevenio({ SEVENIO_KEY: '' })
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('lose nothing when the settings are removed during a run', async () => {
    app.setUpSevenio()
    app.queue()
    const ctx = () => {
      if (app.row()?.status === 'sending') app.setUpSevenio({ SEVENIO_KEY: '' })
      return app.ctx()
    }
    await deliverDue(ctx, smsTransport(app), app.log)
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0 })
    expect(taken()).toEqual([0, 0])
  })
})
