import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
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
import { openFailure, UNSENT } from './open-failures.ts'
import { withBody } from './packed-bodies.ts'

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
  return withBody(ctx, row)
}
