import {
  and,
  eq,
  inArray,
  isNull,
  lte,
  not,
  notExists,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, messages } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import type { MessageKind } from '../../shared/messages/message-kinds.ts'
import { IS_ENDED_OFFER, isStaleSql } from './staleness.ts'

/**
 * The condition of the index `messages_unsent`. It is a literal, because with a parameter SQLite does not use
 * the index.
 */
export const UNSENT = sql`${messages.status} <> 'sent'`

/**
 * The kinds that never count. An admin has seen that a test failed, and a failed e-mail about a danger must
 * not become a danger itself.
 */
const UNCOUNTED_KINDS: MessageKind[] = ['test', 'danger']

/**
 * Matches verifications that have probably failed because the visitor mistyped the e-mail address, which does
 * not concern the practice. The server has accepted a later e-mail, so it does not refuse all of them.
 */
const IS_MISTYPED = sql`(${messages.kind} = 'email-verification' and exists (select 1 from messages later
  where later.channel = 'email' and later.id > ${messages.id} and later.status = 'sent'))`

/**
 * Matches the failures that the practice should still act on: messages that failed or may have failed, whose
 * appointment is ahead and still as they say, and that nobody has settled. The banner, the navigation, the
 * outbox and the metrics count them.
 */
export function isOpenFailureSql({ db }: Pick<Ctx, 'db'>, now: Instant | Placeholder): SQL | undefined {
  const isOver = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, messages.bookingId), or(lte(bookings.startsAt, now), isStaleSql())))
  return and(
    UNSENT,
    inArray(messages.status, ['failed', 'unknown']),
    isNull(messages.settledAt),
    // A message without content cannot be sent again.
    isNull(messages.emptied),
    notInArray(messages.kind, UNCOUNTED_KINDS),
    not(IS_MISTYPED),
    not(IS_ENDED_OFFER),
    notExists(isOver),
  )
}
