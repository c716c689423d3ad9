import type { Ctx } from '../ctx.ts'
import type { Booking, Message } from '../db/schema.ts'
import { practiceMailbox } from '../practice/addresses.ts'
import type { Instant } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { GATHERED_BY_MAILBOX, isGatheredByMailbox, writeGatheringOfMailbox } from './gathering-mailbox.ts'
import {
  countUngatheredEmail,
  GATHERED_WITH_STRANGERS,
  isGatheredWithStrangers,
  writeGatheringOfStrangers,
} from './gathering-strangers.ts'
import type { PatientFacts } from './kind.ts'
import { KINDS, type KindOn, rulesOf } from './kinds.ts'
import { REPLACED_BY_SMS } from './outbox/fallback.ts'
import { queueEmail, queueSms } from './outbox/queue.ts'
import { whyNoEmail, whyNoSmsToMinor, whyNotificationsOff } from './outbox/suppression.ts'

/** This module renders and queues messages about a booking, for `notify`. */

/** The kinds that are about a booking. */
export type BookingKind = {
  [K in KindOn<'email'>]: (typeof KINDS)[K]['validWhile'] extends null ? never : K
}[KindOn<'email'>]

/** A message about a booking before it is rendered. */
type Draft<K extends MessageKind> = Readonly<{
  kind: K
  booking: Booking
  /** The facts of the kind. Their type fits every kind, because TypeScript cannot relate them to `kind`. */
  facts: never
  /** The reason why the message must not be sent. */
  suppressed: string | undefined
  /** True when the patient is not a stranger. */
  isOfPatient?: boolean | undefined
}>

/** Queues an e-mail and an SMS about a booking. For a patient who prefers SMS, the e-mail is the fallback. */
export function queueBothAbout(ctx: Ctx, draft: Draft<BookingKind & KindOn<'sms'>>): void {
  const { prefersSms } = rulesOf(draft.kind)
  if (prefersSms === undefined) {
    queueEmailAbout(ctx, draft)
    queueSmsAbout(ctx, draft)
    return
  }
  const { id, status } = queueSmsAbout(ctx, draft)
  // The e-mail waits for the outcome of the SMS only if there is an SMS to send.
  const fallbackOf = prefersSms(draft.booking) && status === 'queued' ? id : undefined
  queueEmailAbout(ctx, { ...draft, fallbackOf })
}

/**
 * Queues an e-mail about a booking, or stores it as suppressed.
 * @param draft.fallbackOf the id of the SMS for which this e-mail is the fallback; the e-mail is sent only if
 * that SMS fails
 */
export function queueEmailAbout(
  ctx: Ctx,
  draft: Draft<BookingKind> & Readonly<{ fallbackOf?: number | undefined }>,
): void {
  const { kind, booking, facts, fallbackOf } = draft
  const to = rulesOf(kind).to === 'patient' ? 'patient' : 'practice'
  const recipient = to === 'patient' ? booking.email : practiceMailbox(ctx)
  const whyNotSent = draft.suppressed ?? whyNoEmail(ctx, to, recipient)
  const isFallback = fallbackOf !== undefined && whyNotSent === undefined
  const gathering = to === 'practice' && whyNotSent === undefined ? gatherOrCount(ctx, draft) : undefined
  queueEmail(ctx, {
    kind,
    bookingId: booking.id,
    startsAt: statedStart(kind, booking),
    recipient,
    ...KINDS[kind].email(facts),
    calendar: recipient === '' ? undefined : calendarOf(ctx, draft),
    suppressed: whyNotSent ?? (isFallback ? REPLACED_BY_SMS : gathering?.reason),
    fallbackOf: isFallback ? fallbackOf : undefined,
  })
  gathering?.write()
}

/** Returns the calendar entry to attach to an e-mail; undefined if it has none. */
function calendarOf(ctx: Ctx, { kind, booking, facts }: Draft<BookingKind>): string | undefined {
  const { calendar } = rulesOf(kind)
  const isAttached = calendar?.when?.(facts) ?? true
  return isAttached ? calendar?.write(ctx, booking) : undefined
}

/** Returns the start that an e-mail of the kind states; null if it is about a series. */
function statedStart(kind: BookingKind, { startsAt, moveToAt }: Booking): Instant | null {
  const { isAboutSeries, statesMove } = rulesOf(kind)
  if (isAboutSeries) return null
  return statesMove ? moveToAt : startsAt
}

/**
 * The way in which an e-mail is gathered. `reason` says why it is suppressed. `write` adds it to the e-mail
 * that lists several, and must run after the suppressed e-mail is stored.
 */
type Gathering = Readonly<{ reason: string; write: () => void }>

/**
 * Returns how an e-mail to the practice is gathered. If it is not, returns undefined, and counts the e-mail
 * unless it is about a patient.
 */
function gatherOrCount(
  ctx: Ctx,
  { booking, isOfPatient = false }: Draft<BookingKind>,
): Gathering | undefined {
  const { mailbox } = booking
  if (!isOfPatient && isGatheredWithStrangers(ctx, mailbox))
    return { reason: GATHERED_WITH_STRANGERS, write: () => writeGatheringOfStrangers(ctx, booking) }
  if (isGatheredByMailbox(ctx, mailbox))
    return { reason: GATHERED_BY_MAILBOX, write: () => writeGatheringOfMailbox(ctx, mailbox) }
  if (!isOfPatient) countUngatheredEmail(ctx, mailbox)
  return undefined
}

/** Queues an SMS about a booking, or stores it as suppressed. @returns the stored SMS */
export function queueSmsAbout(
  ctx: Ctx,
  { kind, booking, facts, suppressed }: Draft<BookingKind & KindOn<'sms'>>,
): Message {
  const { id, startsAt, mobile, country, email } = booking
  const hasEmail = whyNoEmail(ctx, 'patient', email) === undefined
  return queueSms(ctx, {
    kind,
    bookingId: id,
    startsAt,
    mobile,
    country,
    text: KINDS[kind].sms(hasEmail ? facts : withoutEmail(facts)),
    endsRequest: rulesOf(kind).endsRequest?.(facts) ?? false,
    suppressed: suppressed ?? whyNoSmsToMinor(ctx, booking) ?? whyNotificationsOff(ctx, 'sms'),
  })
}

/** Returns the facts for an SMS whose e-mail is not sent, so that it does not refer to the e-mail. */
function withoutEmail(facts: never): never {
  // The facts of every kind that is sent by SMS have a booking, which TypeScript cannot know.
  const { booking } = facts as Pick<PatientFacts, 'booking'>
  return { ...(facts as object), booking: { ...booking, email: '' } } as never
}
