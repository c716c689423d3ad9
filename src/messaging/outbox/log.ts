import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
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
import { prepared } from '../../db/open.ts'
import { bookings, type ListedMessage, type Message, messages } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import {
  aboutText,
  type Channel,
  KIND_NAMES,
  type MessageKind,
  type MessageStatus,
} from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { unpacked } from './bodies.ts'
import { findFault } from './faults.ts'
import { PENDING } from './queue.ts'
import { IS_ENDED_OFFER, isStaleSql } from './staleness.ts'

/**
 * The condition of the index `messages_unsent`. It is a literal, because with a parameter SQLite does not use
 * the index.
 */
const UNSENT = sql`${messages.status} <> 'sent'`

/** Messages that a search reads in one step. */
const READ_AT_ONCE = 500

const {
  html: _html,
  calendar: _calendar,
  packed: _packed,
  dictionaryId: _dictionaryId,
  ...LISTED_COLUMNS
} = getTableColumns(messages)

export { LISTED_COLUMNS }

/** A message with what a list says of its appointment; the start is null without an appointment. */
export type LoggedMessage = ListedMessage & {
  bookingStartsAt: Instant | null
  /** The patient's name; empty without an appointment, and once it was anonymised. */
  patientName: string
  /** The patient's number as it was typed; empty without an appointment. */
  mobile: string
  country: string
  /** True while the practice should act, as `openFailure` says. */
  isOpen: boolean
}

type LogFilter = Readonly<{
  status?: MessageStatus | undefined
  /** True to leave out all messages but those that count as open failures. */
  open?: boolean | undefined
  /** The id of the previous page's last message. */
  before?: number | undefined
}>

/** Returns one page of the messages of a channel, newest first, without HTML and calendar. */
export function listLog(
  ctx: Ctx,
  channel: Channel,
  { limit, ...filter }: LogFilter & { limit: number },
): { rows: LoggedMessage[]; more: boolean } {
  const rows = selectLogged(ctx)
    .where(matching(ctx, channel, filter))
    .orderBy(desc(messages.id))
    .limit(limit + 1)
    .all()
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** Returns the messages with these ids, newest first, without HTML and calendar. */
export function listFound(ctx: Ctx, ids: readonly number[]): LoggedMessage[] {
  return selectLogged(ctx)
    .where(inArray(messages.id, [...ids]))
    .orderBy(desc(messages.id))
    .all()
}

function selectLogged(ctx: Ctx) {
  return ctx.db
    .select({
      ...LISTED_COLUMNS,
      bookingStartsAt: bookings.startsAt,
      patientName: PATIENT_NAME,
      mobile: sql<string>`coalesce(${bookings.mobile}, '')`,
      country: sql<string>`coalesce(${bookings.country}, '')`,
      isOpen: sql`${openFailure(ctx, ctx.now)}`.mapWith(Boolean),
    })
    .from(messages)
    .leftJoin(bookings, eq(bookings.id, messages.bookingId))
}

const PATIENT_NAME = sql<string>`trim(coalesce(${bookings.firstName}, '') || ' ' || coalesce(${bookings.lastName}, ''))`

function matching(ctx: Ctx, channel: Channel, { status, open, before }: LogFilter): SQL | undefined {
  return and(
    eq(messages.channel, channel),
    open ? openFailure(ctx, ctx.now) : undefined,
    status === undefined ? undefined : eq(messages.status, status),
    status === undefined || status === 'sent' ? undefined : UNSENT,
    before === undefined ? undefined : lt(messages.id, before),
  )
}

/**
 * Yields the ids of the messages that contain all the words, newest first. Each step takes some milliseconds,
 * because a rare word is searched in all messages. JavaScript compares the words, because SQLite folds the
 * case of ASCII letters only.
 * @param search words that the patient's name, subject, recipient, kind, appointment or id must contain; in
 * an SMS also its text
 */
export function* searchLog(
  ctx: Ctx,
  channel: Channel,
  search: string,
  { before, ...filter }: LogFilter,
): Generator<number[]> {
  const containsWords = wordMatcher(folded(search).split(/\s+/))
  const { id, kind, recipient, subject, text, logUuid } = messages
  const content = channel === 'sms' ? text : subject
  for (let next = before; ; ) {
    const rows = ctx.db
      .select({
        ...{ id, kind, recipient, content, logUuid },
        ...{ startsAt: bookings.startsAt, patientName: PATIENT_NAME },
      })
      .from(messages)
      .leftJoin(bookings, eq(bookings.id, messages.bookingId))
      .where(matching(ctx, channel, { ...filter, before: next }))
      .orderBy(desc(id))
      .limit(READ_AT_ONCE)
      .all()
    yield rows.filter(containsWords).map((row) => row.id)
    next = rows[READ_AT_ONCE - 1]?.id
    if (next === undefined) return
  }
}

type Searched = Pick<Message, 'kind' | 'recipient' | 'logUuid' | 'startsAt'> & {
  content: string
  patientName: string
}

/** Returns a function that tells whether a message contains all the words. */
function wordMatcher(words: readonly string[]): (row: Searched) => boolean {
  const vocabulary = aboutVocabulary()
  return ({ kind, recipient, content, logUuid, startsAt, patientName }) => {
    const own = folded([patientName, recipient, content, logUuid].join('\n'))
    const missing = words.filter((word) => !own.includes(word))
    if (missing.length === 0) return true
    // Most searches are for a name, and composing the topic of each message takes ten times as long.
    if (!missing.every((word) => /^[\d.:,]+$/.test(word) || vocabulary.includes(word))) return false
    const about = folded(aboutText(kind, startsAt))
    return missing.every((word) => about.includes(word))
  }
}

/** Returns every word that the topic of a message may have, except numbers. */
function aboutVocabulary(): string {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 15))
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 0, 1 + day))
  const kinds = Object.keys(KIND_NAMES) as MessageKind[]
  const texts = [...months, ...week].map((day) => aboutText('confirmed', day))
  return folded([...texts, ...kinds.map((kind) => aboutText(kind, Date.UTC(2027, 0)))].join('\n'))
}

/** Returns the text without capitals and accents, and with ordinary spaces for no-break ones. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** @param bookingId the booking that the message must be about @throws Problem 'not found' */
export function getMessage(ctx: Ctx, channel: Channel, id: number, bookingId?: string): Message {
  const row = ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.id, id),
        eq(messages.channel, channel),
        bookingId === undefined ? undefined : eq(messages.bookingId, bookingId),
      ),
    )
    .get()
  if (row === undefined) throw new Problem('not found', {}, 'Diese Nachricht gibt es nicht.')
  return unpacked(ctx, row)
}

/** Leaves out e-mails about a danger: they wait while e-mail is broken, and must not prolong that danger. */
const NO_DANGER = sql`${messages.kind} <> 'danger'`

const pendingCounts = prepared((db) =>
  db
    .select({
      channel: messages.channel,
      queued: sql<number>`count(*)`,
      refused: sql<number>`count(${messages.error}) filter (where ${NO_DANGER})`,
      dueSince: sql<Instant | null>`min(${messages.dueAt}) filter (where ${NO_DANGER})`,
      oldest: sql<Instant>`min(${messages.createdAt})`,
    })
    .from(messages)
    .where(PENDING)
    .groupBy(messages.channel)
    .prepare(),
)

/**
 * Returns since when the oldest message waits that was refused and is tried again, and after which no message
 * was sent; null without such a message.
 */
const refusedSince = prepared((db) => {
  const lastSent = db
    .select({ at: messages.sentAt })
    .from(messages)
    .where(and(eq(messages.channel, sql.placeholder('channel')), eq(messages.status, 'sent')))
    .orderBy(desc(messages.id))
    .limit(1)
  return db
    .select({ waitingSince: sql<Instant | null>`min(${messages.createdAt})` })
    .from(messages)
    .where(
      and(
        PENDING,
        eq(messages.channel, sql.placeholder('channel')),
        isNotNull(messages.error),
        NO_DANGER,
        gt(messages.createdAt, sql`coalesce(${lastSent}, 0)`),
      ),
    )
    .prepare()
})

/**
 * A failed test was shown to the admin who started it, and a failed e-mail about a danger must not become a
 * danger.
 */
const NOT_COUNTED: MessageKind[] = ['test', 'danger']

/**
 * A mistyped address in a verification does not concern the practice, unless the server refuses every e-mail.
 */
const IS_MISTYPED = sql`(${messages.kind} = 'email-verification' and exists (select 1 from messages later
  where later.channel = 'email' and later.id > ${messages.id} and later.status = 'sent'))`

/**
 * Matches the failures that the practice should still act on, which the banner, the navigation, the outbox
 * and the metrics all count: messages that failed or may have failed, whose appointment is ahead and as they
 * say, and that nobody has settled.
 */
function openFailure({ db }: Pick<Ctx, 'db'>, now: Instant | Placeholder): SQL | undefined {
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
    notInArray(messages.kind, NOT_COUNTED),
    not(IS_MISTYPED),
    not(IS_ENDED_OFFER),
    notExists(isOver),
  )
}

const openFailureCounts = prepared((db) =>
  db
    .select({
      channel: messages.channel,
      failed: sql<number>`count(*) filter (where ${messages.status} = 'failed')`,
      unknown: sql<number>`count(*) filter (where ${messages.status} = 'unknown')`,
    })
    .from(messages)
    .where(openFailure({ db }, sql.placeholder('now')))
    .groupBy(messages.channel)
    .prepare(),
)

/**
 * Returns the state of each channel, for monitoring and the admin's banner. Suppressed messages do not count.
 */
export function outboxState(ctx: Ctx) {
  const pending = new Map(
    pendingCounts(ctx.db)
      .all()
      .map((row) => [row.channel, row]),
  )
  const undelivered = new Map(
    openFailureCounts(ctx.db)
      .all({ now: ctx.now })
      .map((row) => [row.channel, row]),
  )
  const stateOf = (channel: Channel) => {
    const { queued = 0, refused = 0, dueSince, oldest = ctx.now } = pending.get(channel) ?? {}
    const { failed = 0, unknown = 0 } = undelivered.get(channel) ?? {}
    const waiting = refused > 0 ? refusedSince(ctx.db).get({ channel })?.waitingSince : null
    return {
      /** Messages that wait or are being sent. */
      queued,
      /** Those of `queued` that were refused at least once. */
      refused,
      /** Milliseconds since the oldest of `queued` was stored; 0 when there is none. */
      age: Math.max(0, ctx.now - oldest),
      /** Milliseconds since the longest overdue message was due; 0 when none is. */
      overdue: Math.max(0, ctx.now - Math.min(dueSince ?? ctx.now, waiting ?? ctx.now)),
      /** Open failures of messages that were certainly not sent. */
      failed,
      /** Open failures of messages that may have been sent; a person decides. */
      unknown,
      /** Why the channel sends nothing, as a sentence that says what to do; null without a known fault. */
      fault: findFault(ctx, channel)?.advice ?? null,
    }
  }
  return { email: stateOf('email'), sms: stateOf('sms'), erp: stateOf('erp') }
}

/** Counts the messages suppressed for this reason whose appointment is in the future. */
export function countSuppressed(ctx: Ctx, reason: string): Readonly<Record<'email' | 'sms', number>> {
  const ahead = ctx.db.select({ id: bookings.id }).from(bookings).where(gt(bookings.startsAt, ctx.now))
  const countOn = (channel: Channel) =>
    ctx.db
      .select({ count: count() })
      .from(messages)
      .where(
        and(
          inArray(messages.bookingId, ahead),
          eq(messages.channel, channel),
          eq(messages.status, 'suppressed'),
          eq(messages.error, reason),
        ),
      )
      .get()?.count ?? 0
  return { email: countOn('email'), sms: countOn('sms') }
}
