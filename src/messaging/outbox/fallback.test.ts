import { beforeEach, describe, expect, it } from 'vitest'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { insertMessage } from './queue.ts'
import { REPLACED_BY_SMS } from './recipient.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
  const bookingId = app.queue()
  insertMessage(app.ctx(), {
    channel: 'email',
    kind: 'confirmed',
    recipient: 'rosa@musterfrau.example',
    text: 'Ihr Termin ist bestätigt.',
    bookingId,
    suppressed: REPLACED_BY_SMS,
    fallbackOf: app.row()?.id ?? 0,
  })
})

const statuses = () => app.rows().map(({ status }) => status)

describe('an e-mail that an SMS replaces', () => {
  it('stays suppressed when the SMS is sent', async () => {
    await app.deliver()
    expect(statuses()).toEqual(['sent', 'suppressed'])
  })

  it('is queued when the SMS cannot be sent', async () => {
    app.clicksend.faults.expect('INVALID_RECIPIENT')
    await app.deliver()
    expect(statuses()).toEqual(['failed', 'queued'])
  })
})
