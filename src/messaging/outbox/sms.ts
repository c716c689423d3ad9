import { and, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../db/open.ts'
import { bookings, sms } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { oneLine } from '../email/one-line.ts'
import { reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/provider-accounts.ts'
import { PENDING } from './queue.ts'
import { inVain } from './staleness.ts'

/** What a text message is about. */
export type SmsKind = 'confirmed' | 'rejected' | 'cancelled' | 'reminder'

export type NewSms = Readonly<{
  kind: SmsKind
  bookingId: string
  /** As the patient typed it. */
  mobile: string
  /** ISO 3166-1, of the contact. */
  country: string
  text: string
  /** Why it must not go out (notify_reason); it is then kept as `muted` and never sent. */
  muted?: string
}>

const UNREACHABLE = {
  landline: 'Festnetznummer: keine SMS möglich.',
  invalid: 'Keine gültige Mobilnummer: keine SMS möglich.',
}

/**
 * Writes a finished text message into the outbox, due at once; to be called inside the transaction of the change that it
 * tells of. No row while no provider is set up. A number that no text message reaches gets a muted row that says so.
 */
export function queueSms(ctx: Ctx, { kind, bookingId, mobile, country, text, muted }: NewSms): void {
  if (!canSendSms(ctx)) return
  const reach = reachableMobile(mobile, country)
  const reason = muted ?? ('unreachable' in reach ? UNREACHABLE[reach.unreachable] : undefined)
  ctx.db
    .insert(sms)
    .values({
      logUuid: crypto.randomUUID(),
      kind,
      bookingId,
      recipient: 'e164' in reach ? reach.e164 : oneLine(mobile),
      text,
      status: reason === undefined ? 'queued' : 'muted',
      error: reason ?? null,
      dueAt: ctx.now,
      createdAt: ctx.now,
    })
    .run()
}

export type SmsState = Readonly<{
  /** Waiting for their time, due, or on their way. */
  queued: number
  /** Of these, refused at least once. */
  refused: number
  /** Milliseconds since the longest overdue one was due; 0 when none is. */
  overdue: number
  /** Given up, and of an appointment that is still to come: afterwards nobody can do anything about it. */
  failed: number
  /** Perhaps sent, of an appointment that is still to come; a person decides. */
  unknown: number
}>

const pendingSms = prepared((db) =>
  db
    .select({
      queued: sql<number>`count(*)`,
      refused: sql<number>`count(${sms.error})`,
      dueSince: sql<Instant | null>`min(${sms.dueAt})`,
    })
    .from(sms)
    .where(PENDING)
    .prepare(),
)

/** Found by the appointments ahead, which are few: by status all that was ever sent would have to be read. */
const lostSms = prepared((db) => {
  const ahead = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(gt(bookings.startsAt, sql.placeholder('now')))
  const calledOff = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.id, sms.bookingId), inVain(sms.kind)))
  return db
    .select({
      failed: sql<number>`count(*) filter (where ${sms.status} = 'failed')`,
      unknown: sql<number>`count(*) filter (where ${sms.status} = 'unknown')`,
    })
    .from(sms)
    .where(or(isNull(sms.bookingId), and(inArray(sms.bookingId, ahead), notExists(calledOff))))
    .prepare()
})

/** How the text messages stand, for monitoring and the admin's banner. */
export function smsState(ctx: Ctx): SmsState {
  const { queued, refused, dueSince } = pendingSms(ctx.db).all()[0] ?? {
    queued: 0,
    refused: 0,
    dueSince: null,
  }
  const { failed, unknown } = lostSms(ctx.db).all({ now: ctx.now })[0] ?? { failed: 0, unknown: 0 }
  return { queued, refused, overdue: Math.max(0, ctx.now - (dueSince ?? ctx.now)), failed, unknown }
}
