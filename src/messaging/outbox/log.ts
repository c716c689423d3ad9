import { and, desc, eq, getTableColumns, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, type ListedMessage, type Message, messages } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import type { Channel, MessageKind, MessageStatus } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { isOpenFailureSql, UNSENT } from './open-failures.ts'
import { withBody } from './packed-bodies.ts'

// The columns of the body are large, and a list does not show them.
const {
  html: _html,
  calendar: _calendar,
  packed: _packed,
  dictionaryId: _dictionaryId,
  ...columnsWithoutBody
} = getTableColumns(messages)

export const LISTED_COLUMNS = columnsWithoutBody

/** The patient's name as a column; empty without an appointment. */
export const PATIENT_NAME_SQL = sql<string>`trim(coalesce(${bookings.firstName}, '') || ' ' || coalesce(${bookings.lastName}, ''))`

/**
 * A message with the facts of its appointment that a list shows; the start is null without an appointment.
 */
export type LoggedMessage = ListedMessage & {
  bookingStartsAt: Instant | null
  /** The patient's name; empty without an appointment, or once it is anonymised. */
  patientName: string
  /** The patient's number as it was typed; empty without an appointment. */
  mobile: string
  country: string
  /** True while the practice should act, as `isOpenFailureSql` says. */
  isOpen: boolean
}

/** The filter of a page of the log. */
export type LogFilter = Readonly<{
  status?: MessageStatus | undefined
  /** True to list open failures only. */
  open?: boolean | undefined
  /** The id of the previous page's last message. Unlike an offset, it also holds when messages are added. */
  before?: number | undefined
  /** Kinds of messages to leave out. */
  except?: readonly MessageKind[] | undefined
}>

/** Returns one page of the messages of a channel, newest first, without their bodies. */
export function listLog(
  ctx: Ctx,
  channel: Channel,
  { limit, ...filter }: LogFilter & { limit: number },
): { rows: LoggedMessage[]; more: boolean } {
  const rows = selectLogged(ctx)
    .where(filterSql(ctx, channel, filter))
    .orderBy(desc(messages.id))
    .limit(limit + 1)
    .all()
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** Returns the messages with these ids, newest first, without their bodies. */
export function listMessagesByIds(ctx: Ctx, ids: readonly number[]): LoggedMessage[] {
  return selectLogged(ctx)
    .where(inArray(messages.id, [...ids]))
    .orderBy(desc(messages.id))
    .all()
}

/** Selects messages with the columns that a list shows. */
function selectLogged(ctx: Ctx) {
  return ctx.db
    .select({
      ...LISTED_COLUMNS,
      bookingStartsAt: bookings.startsAt,
      patientName: PATIENT_NAME_SQL,
      mobile: sql<string>`coalesce(${bookings.mobile}, '')`,
      country: sql<string>`coalesce(${bookings.country}, '')`,
      isOpen: sql`${isOpenFailureSql(ctx, ctx.now)}`.mapWith(Boolean),
    })
    .from(messages)
    .leftJoin(bookings, eq(bookings.id, messages.bookingId))
}

/** Returns the condition for messages of the channel that match the filter. */
export function filterSql(
  ctx: Ctx,
  channel: Channel,
  { status, open, before, except }: LogFilter,
): SQL | undefined {
  return and(
    eq(messages.channel, channel),
    open ? isOpenFailureSql(ctx, ctx.now) : undefined,
    status === undefined ? undefined : eq(messages.status, status),
    // This repeats the status to make SQLite use the index of messages that were not sent.
    status === undefined || status === 'sent' ? undefined : UNSENT,
    before === undefined ? undefined : lt(messages.id, before),
    except === undefined ? undefined : notInArray(messages.kind, [...except]),
  )
}

/**
 * Returns a message with its body.
 * @param bookingId the booking that the message must be about; undefined allows any message of the channel
 * @throws Problem 'not found'
 */
export function getMessage(ctx: Ctx, channel: Channel, id: number, bookingId?: string): Message {
  const isOfBookingSql = bookingId === undefined ? undefined : eq(messages.bookingId, bookingId)
  const row = ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.channel, channel), isOfBookingSql))
    .get()
  if (row === undefined) throw new Problem('not found', {}, 'Diese Nachricht gibt es nicht.')
  return withBody(ctx, row)
}
