import { causeWithoutData } from '../../backoffice/deliveries.ts'
import type { Ctx } from '../../ctx.ts'
import { shownSubject } from '../../messaging/email/preview.ts'
import { kindsWhere } from '../../messaging/kinds.ts'
import type { LoggedMessage } from '../../messaging/outbox/log.ts'
import { findRemedy } from '../../messaging/outbox/remedy.ts'
import { showPhone } from '../../shared/contact/phone-shown.ts'
import type { MessageKind } from '../../shared/messages/message-kinds.ts'
import { type Role, seesPatients } from '../../shared/role.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { euros } from './wire.ts'

/** This module answers messages of the outbox, with what the role of the staff member may see of each. */

const KINDS_FOR_DOCTORS = kindsWhere(({ isForDoctorsOnly = false }) => isForDoctorsOnly)

/**
 * Returns the kinds whose recipient and content the role does not see. Only doctors manage staff, and so see
 * who gets an invitation or a notice (docs/behaviour.md 12.39).
 */
export function kindsHiddenFrom(role: Role): readonly MessageKind[] {
  return role === 'doctor' ? [] : KINDS_FOR_DOCTORS
}

/** Returns whether the role sees recipient and content of messages of this kind. */
export function maySeeMessages(kind: MessageKind, role: Role): boolean {
  return !kindsHiddenFrom(role).includes(kind)
}

/** Returns an e-mail as the list of e-mails has it. */
export function emailAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
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

/** Returns an SMS, with its price in euros, and what the provider has reported about it. */
export function smsAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
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
export function pushAnswer(ctx: Ctx, row: LoggedMessage, role: Role) {
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
