import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { nextDelivery } from './deliver.ts'
import { PAUSE_MS } from './faults.ts'
import { insertMessage } from './queue.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

describe('the next delivery', () => {
  const nextOfEmail = () => nextDelivery(outbox.ctx(), 'email')

  it('is due with the next message of its channel', () => {
    expect(nextOfEmail()).toBeUndefined()
    const draft = { kind: 'confirmed', recipient: 'somebody', text: '' } as const
    const insertDueIn = (minutes: number, channel: Channel) =>
      insertMessage(outbox.ctx(), { channel, ...draft }, { dueAt: outbox.ctx().now + minutes * MINUTE })
    insertDueIn(5, 'sms')
    insertDueIn(9, 'email')
    insertDueIn(7, 'email')
    expect(nextOfEmail()).toBe(outbox.ctx().now + 7 * MINUTE)
  })

  it('is due at the end of a pause after a fault of the settings', async () => {
    outbox.queue()
    await outbox.deliver({ send: async () => ({ ok: false, kind: 'configuration', detail: 'wrong login' }) })
    expect(nextOfEmail()).toBe(outbox.ctx().now + PAUSE_MS)
  })
})
