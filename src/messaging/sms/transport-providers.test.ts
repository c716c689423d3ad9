import { beforeEach, describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

/** Delivers an SMS, with both providers set up and these faults. A provider without a fault accepts it. */
async function deliverWithFaults(faults: Partial<Record<SmsProvider, string | number>>) {
  app.setUpBoth()
  app.queue()
  app.clicksend.faults.plan(faults.clicksend)
  app.sevenio.faults.plan(faults.sevenio)
  await app.deliver()
  expect(app.findFirstMessage()?.attempts).toBe(1)
}

describe('with both providers, an SMS', () => {
  it('is sent by ClickSend while it works', async () => {
    await deliverWithFaults({})
    expect(app.countAccepted()).toEqual({ clicksend: 1, sevenio: 0 })
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', provider: 'clicksend' })
  })

  it.each([
    { problem: 'cannot be reached', clicksend: 'unreachable' },
    { problem: 'has no credit left', clicksend: 'INSUFFICIENT_CREDIT' },
    { problem: 'does not send to the country', clicksend: 'COUNTRY_NOT_ENABLED' },
    { problem: 'has an error of its own for this message', clicksend: 'INTERNAL_ERROR' },
    { problem: 'gets too many calls', clicksend: 429 },
  ])('is sent by seven.io when ClickSend $problem', async ({ clicksend }) => {
    await deliverWithFaults({ clicksend })
    expect(app.countAccepted()).toEqual({ clicksend: 0, sevenio: 1 })
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', provider: 'sevenio' })
  })

  it.each([
    { problem: 'refuses the number', clicksend: 'INVALID_RECIPIENT', accepted: 0, status: 'failed' },
    { problem: 'has just sent the same text', clicksend: 'THROTTLED', accepted: 0, status: 'muted' },
    // The SMS may have been sent, so another attempt could send it twice.
    { problem: 'breaks the connection', clicksend: 'reset', accepted: 1, status: 'unknown' },
    { problem: 'does not answer', clicksend: 'silence', accepted: 1, status: 'unknown' },
    { problem: 'answers that it has failed', clicksend: 500, accepted: 0, status: 'unknown' },
  ])(
    'is $status when ClickSend $problem, and seven.io is not asked',
    async ({ clicksend, accepted, status }) => {
      await deliverWithFaults({ clicksend })
      expect(app.countAccepted()).toEqual({ clicksend: accepted, sevenio: 0 })
      expect(app.findFirstMessage()).toMatchObject({ status, provider: 'clicksend' })
    },
  )

  it.each([
    { problem: 'refuses the number', clicksend: 'unreachable', sevenio: '202', status: 'failed' },
    { problem: 'cannot be reached', clicksend: 'unreachable', sevenio: 'unreachable', status: 'queued' },
    { problem: 'finds the text too long', clicksend: 'unreachable', sevenio: '401', status: 'queued' },
    { problem: 'has a fault for a while', clicksend: 'EMPTY_MESSAGE', sevenio: '600', status: 'queued' },
    { problem: 'refuses the text', clicksend: 'EMPTY_MESSAGE', sevenio: '305', status: 'failed' },
    { problem: 'has no credit left', clicksend: 'INSUFFICIENT_CREDIT', sevenio: '500', status: 'queued' },
  ])(
    'is $status when ClickSend answers $clicksend, and seven.io $problem',
    async ({ clicksend, sevenio, status }) => {
      await deliverWithFaults({ clicksend, sevenio })
      expect(app.countAccepted()).toEqual({ clicksend: 0, sevenio: 0 })
      expect(app.findFirstMessage()).toMatchObject({ status, provider: 'sevenio' })
    },
  )

  it('is unknown when ClickSend cannot be reached, and seven.io breaks the connection', async () => {
    await deliverWithFaults({ clicksend: 'unreachable', sevenio: 'reset' })
    expect(app.countAccepted()).toEqual({ clicksend: 0, sevenio: 1 })
    expect(app.findFirstMessage()).toMatchObject({ status: 'unknown', provider: 'sevenio' })
  })

  it('that both refuse has the reasons of both in its row', async () => {
    await deliverWithFaults({ clicksend: 'INSUFFICIENT_CREDIT', sevenio: '900' })
    expect(app.findFirstMessage()?.error).toBe(
      'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT) seven.io: Der API-Schlüssel wurde abgelehnt. (900)',
    )
  })
})

it('an SMS is not sent by a provider that is not set up, when the other one refuses it', async () => {
  app.setUpClicksend()
  app.queue()
  app.clicksend.faults.plan('INSUFFICIENT_CREDIT')
  await app.deliver()
  expect(app.countAccepted()).toEqual({ clicksend: 0, sevenio: 0 })
  expect(app.findFirstMessage()?.status).toBe('queued')
})

it.each([
  { reason: 'because the number is refused', code: '202', wrongRecipient: true },
  { reason: 'because it got too many SMS in one day', code: '403', wrongRecipient: false },
])('an SMS that fails $reason has a wrong recipient: $wrongRecipient', async ({ code, wrongRecipient }) => {
  app.setUpSevenio()
  app.queue()
  app.sevenio.faults.plan(code)
  await app.deliver()
  expect(app.findFirstMessage()).toMatchObject({ status: 'failed', wrongRecipient })
})
