import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookings, messages } from '../../db/schema.ts'
import { onWake } from '../../db/wake.ts'
import { MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { REPLACED_BY_SMS } from './fallback.ts'
import { insertMessage } from './queue.ts'
import { NO_ADDRESS, NO_PROVIDER } from './suppression.ts'

/** An app with a waiting SMS, and with the suppressed e-mail that it replaces. */
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
    fallbackOf: app.findFirstMessage()?.id ?? 0,
  })
})

/** Starts a worker whose provider never answers. */
const startStuckDelivery = () => void app.deliver(() => new Promise(() => {}))

/** Returns the statuses of the SMS and of the e-mail. */
const statuses = () => app.listMessages().map(({ status }) => status)
const emailRow = () => app.listMessages()[1]

describe('an e-mail that an SMS replaces', () => {
  it('stays suppressed when the SMS is sent', async () => {
    await app.deliver()
    expect(statuses()).toEqual(['sent', 'muted'])
  })

  it('is queued when the SMS cannot be sent, and its worker wakes', async () => {
    const woken: unknown[] = []
    onWake(app.db, (work) => woken.push(work))
    app.clicksend.faults.plan('INVALID_RECIPIENT')
    await app.deliver()
    expect(woken).toEqual(['email'])
    expect(statuses()).toEqual(['failed', 'queued'])
  })

  it('is queued for an e-mail address that was corrected meanwhile', async () => {
    app.db.update(bookings).set({ email: 'rosa@neu.example' }).run()
    app.clicksend.faults.plan('INVALID_RECIPIENT')
    await app.deliver()
    expect(emailRow()).toMatchObject({ status: 'queued', error: null, recipient: 'rosa@neu.example' })
  })

  it.each(['rosa@musterfrau.example', ''])(
    'to "%s" stays suppressed if the patient has no e-mail address any more',
    async (recipient) => {
      app.db.update(messages).set({ recipient }).where(eq(messages.channel, 'email')).run()
      app.db.update(bookings).set({ email: '' }).run()
      app.clicksend.faults.plan('INVALID_RECIPIENT')
      await app.deliver()
      expect(emailRow()).toMatchObject({ status: 'muted', error: NO_ADDRESS.patient })
    },
  )

  it('is queued when the worker of the SMS has died', async () => {
    startStuckDelivery()
    // This ends the lease of the worker that has died.
    app.pass(MINUTE)
    await app.deliver()
    expect(statuses()).toEqual(['unknown', 'queued'])
  })

  it('waits while the SMS is being sent, even if the provider is removed meanwhile', async () => {
    startStuckDelivery()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    await app.deliver()
    expect(statuses()).toEqual(['sending', 'muted'])
  })

  it('is queued once no provider is set up any more, while an SMS without an e-mail waits', async () => {
    app.queue()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    await app.deliver()
    expect(app.listMessages()).toMatchObject([
      { channel: 'sms', status: 'muted' },
      { channel: 'email', status: 'queued' },
      { channel: 'sms', status: 'queued' },
    ])
    expect(app.findFirstMessage()?.error).toBe(NO_PROVIDER)
  })
})
