import { describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { insertMessage } from '../../messaging/outbox/queue.ts'
import { DAY_LENGTH, HOUR } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { findingsAfter } from '../../testing/installation.ts'

/** Stores an SMS about a future appointment that the provider has refused. */
function storeRefusedSms(ctx: Ctx, status: 'queued' | 'failed'): void {
  const startsAt = ctx.now + DAY_LENGTH
  const { id } = insertBooking(ctx.db, { status: 'confirmed', startsAt, endsAt: startsAt + HOUR })
  const content = { channel: 'sms', kind: 'confirmed', recipient: '+436641234567', text: 'x' } as const
  insertMessage(ctx, { ...content, bookingId: id }, { status, error: 'Die Zugangsdaten wurden abgelehnt.' })
}

describe('the outbox', () => {
  it.each<{ state: string; store: (ctx: Ctx) => void; text: string }>([
    {
      state: 'a queued message was refused by the provider',
      store: (ctx) => storeRefusedSms(ctx, 'queued'),
      text: 'wrong: 1 of the messages that wait were refused',
    },
    {
      state: 'a message about a coming appointment has failed',
      store: (ctx) => storeRefusedSms(ctx, 'failed'),
      text: 'wrong: 1 messages about coming appointments were not sent',
    },
    {
      state: 'a message has waited for an hour',
      store: (ctx) => storeRefusedSms({ ...ctx, now: ctx.now - HOUR }, 'queued'),
      text: 'wrong: messages have waited for 60 minutes',
    },
  ])('has a fault when $state', async ({ store, text }) => {
    expect((await findingsAfter(({ inPortal }) => inPortal(store))).outbox).toContain(text)
  })
})
