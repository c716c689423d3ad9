import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import * as v from 'valibot'
import { causeWithoutData } from '../../backoffice/deliveries.ts'
import type { Ctx } from '../../ctx.ts'
import { shownSubject } from '../../messaging/email/preview.ts'
import { kindsWhere } from '../../messaging/kinds.ts'
import { type LoggedMessage, listLog, listMessagesByIds } from '../../messaging/outbox/log.ts'
import { searchLog } from '../../messaging/outbox/log-search.ts'
import { findRemedy } from '../../messaging/outbox/remedy.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import { type Channel, MESSAGE_STATUSES, type MessageKind } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { type Role, seesPatients } from '../../shared/role.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { beforeField, pageLengthField, searchField } from '../fields.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { euros } from './wire.ts'

/** The status of a message. */
export const messageStatusField = v.picklist(MESSAGE_STATUSES, 'Diesen Status gibt es nicht.')

/** `open=1` selects only the failures that the practice should act on. */
const openField = v.optional(
  v.pipe(
    v.literal('1', 'Bitte 1 angeben, oder nichts.'),
    v.transform(() => true),
  ),
)
const pageQuery = v.object({
  before: beforeField,
  limit: pageLengthField,
  search: searchField,
  open: openField,
  status: v.optional(messageStatusField),
})

const KINDS_FOR_DOCTORS = kindsWhere(({ isForDoctorsOnly = false }) => isForDoctorsOnly)

/** The calls that list e-mails, SMS and pushes to Odoo, for all roles. */
export function outboxListRoutes() {
  return new Hono<AdminEnv>()
    .get('/outbox/emails', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), 'email', c.req.valid('query'), role)
      return c.json({ emails: rows.map((row) => emailAnswer(ctxOf(c), row, role)), more })
    })
    .get('/outbox/sms', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), 'sms', c.req.valid('query'), role)
      return c.json({ sms: rows.map((row) => smsAnswer(ctxOf(c), row, role)), more })
    })
    .get('/outbox/odoo', query(pageQuery), async (c) => {
      const { role } = c.get('session')
      const { rows, more } = await readLogPage(ctxOf(c), 'erp', c.req.valid('query'), role)
      return c.json({ odoo: rows.map((row) => pushAnswer(ctxOf(c), row, role)), more })
    })
}

/**
 * Returns one page of the log, limited to what a search finds. Other requests are answered during the search.
 * @param role determines which e-mails a search finds
 * @throws Problem forbidden for a search in a role that must not see recipients
 */
async function readLogPage(
  ctx: Ctx,
  channel: Channel,
  { search, ...filter }: v.InferOutput<typeof pageQuery>,
  role: Role,
) {
  if (!search?.trim()) return listLog(ctx, channel, filter)
  if (!seesPatients(role)) throw new Problem('forbidden')
  const foundIds: number[] = []
  // A search also matches recipients, so a hit would confirm a guessed e-mail address to staff who must not
  // see it.
  const except = role === 'doctor' ? [] : KINDS_FOR_DOCTORS
  for (const ids of searchLog(ctx, channel, search, { ...filter, except })) {
    foundIds.push(...ids)
    // One row more than the limit shows whether another page follows.
    if (foundIds.length > filter.limit) break
    await setImmediate()
  }
  const rows = listMessagesByIds(ctx, foundIds.slice(0, filter.limit))
  return { rows, more: foundIds.length > filter.limit }
}

/**
 * Returns whether the role sees recipient and content of this kind. Only doctors manage staff, and so see who
 * gets an invitation or a notice (docs/behaviour.md 12.39).
 */
export function maySeeMessages(kind: MessageKind, role: Role): boolean {
  return role === 'doctor' || !KINDS_FOR_DOCTORS.includes(kind)
}

function emailAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
  return {
    ...commonAnswer(ctx, row, role),
    ...(!maySeeMessages(row.kind, role) && {
      recipient: '',
      error: row.error && causeWithoutData(row.error),
    }),
    subject: wordsFor(role, shownSubject(row)),
    // A message has only one recipient.
    cc: null,
    bcc: null,
    attempts: row.attempts,
    due_at: isoAt(row.dueAt),
    sent_at: isoOrNull(row.sentAt),
  }
}

function smsAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
  return {
    ...commonAnswer(ctx, row, role),
    sender: row.sender,
    text: wordsFor(role, row.text),
    send_status: row.sendStatus,
    send_price: euros(row.priceMillicents),
    message_id: row.providerMessageId,
    dlr_status: row.deliveryStatus,
    dlr_timestamp_iso: isoOrNull(row.deliveredAt),
    provider: row.provider,
  }
}

/** Returns a push to Odoo. */
function pushAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
  return {
    ...commonAnswer(ctx, row, role),
    subject: wordsFor(role, row.subject),
    attempts: row.attempts,
  }
}

/** Returns the words of a message; nothing for a role that must not see patients. */
function wordsFor(role: Role, words: string): string {
  return seesPatients(role) ? words : ''
}

/**
 * Returns the fields of a message of any channel. A role that must not see patients does not learn whom the
 * message is for or about (docs/behaviour.md 12.45).
 */
function commonAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
  const answer = {
    id: row.id,
    kind: row.kind,
    name: row.patientName || null,
    recipient: row.recipient,
    status: row.status,
    error: row.error,
    emptied: row.emptied,
    log_uuid: row.logUuid,
    created_at: isoAt(row.createdAt),
    booking_id: row.bookingId,
    booking_start: isoOrNull(row.bookingStartsAt),
    phone: showPhone(row.mobile, row.country) || null,
    // True for a failure that banner and navigation count.
    open: row.isOpen,
    ...findRemedy(ctx, row),
    settled: row.settledAt === null ? null : { at: isoAt(row.settledAt), by: row.settledBy ?? '' },
  }
  if (seesPatients(role)) return answer
  return {
    ...answer,
    name: null,
    recipient: '',
    error: row.error && causeWithoutData(row.error),
    booking_id: null,
    booking_start: null,
    phone: null,
    remedy: null,
    obstacle: null,
    settled: null,
  }
}
