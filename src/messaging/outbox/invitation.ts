import { and, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'

/**
 * Returns whether an e-mail with the booking's calendar entry has been sent, or may have been: an attempt
 * whose answer was lost counts too. Only then does a calendar have something to withdraw.
 */
export function hasInvitationLeft(ctx: Ctx, bookingId: string): boolean {
  const { kind, calendar, packed, emptied } = messages
  // The body of an older e-mail is packed or emptied, so there the kind alone has to do.
  const isInvitation = and(
    inArray(kind, ['confirmed', 'moved']),
    or(isNotNull(calendar), isNotNull(packed), isNotNull(emptied)),
  )
  const isTried = or(inArray(messages.status, ['sending', 'sent']), gt(messages.attempts, 0))
  const found = ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.bookingId, bookingId), eq(messages.channel, 'email'), isInvitation, isTried))
    .get()
  return found !== undefined
}
