import type { Ctx } from '../ctx.ts'
import type { Booking, Message } from '../db/schema.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import type { Instant } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { patientFacts, practiceFacts } from './booking-facts.ts'
import { GATHERED, isGatheredNow, writeGathering } from './gathering.ts'
import {
  countSingle,
  GATHERED_STRANGERS,
  isGatheredWithStrangers,
  writeGatheringOfStrangers,
} from './gathering-strangers.ts'
import type { PatientFacts, PortalFacts, PracticeFacts } from './kind.ts'
import { type FactsOf, KINDS, type KindOn, rulesOf } from './kinds.ts'
import { REPLACED_BY_SMS } from './outbox/fallback.ts'
import { type NewContent, type NewSms, queueEmail, queueSms } from './outbox/queue.ts'
import { whyNoEmail, whyNoEmailToPractice, whyNoSmsToMinor, whyOff } from './outbox/suppression.ts'
import { readTexts } from './texts.ts'

/**
 * This module queues the messages of a kind: about a booking (`notify`), to the practice about something else
 * (`notifyPractice`), or to somebody whom the caller names (`notifyNamed`).
 */

/** The kinds that are about a booking. */
type BookingKind = {
  [K in KindOn<'email'>]: (typeof KINDS)[K]['validWhile'] extends null ? never : K
}[KindOn<'email'>]

/** The kinds that go to the practice and concern no booking. */
type PortalKind = { [K in KindOn<'email'>]: FactsOf<K> extends PortalFacts ? K : never }[KindOn<'email'>]

/** The kinds that go to somebody who may have neither a booking nor the practice's address. */
type NamedKind = Exclude<KindOn<'email'>, BookingKind | PortalKind>

/** The facts that the caller gives, because they are not stored. */
type OwnFacts<K extends KindOn<'email'>> = Omit<
  FactsOf<K>,
  keyof PatientFacts | keyof PracticeFacts | keyof PortalFacts
>

/** A message about a booking, as the caller describes it. */
type Notice<K extends BookingKind> = Readonly<{
  kind: K
  booking: Booking
  facts: OwnFacts<K>
  /** The reason why the message must not be sent. */
  suppressed?: string | undefined
  /** The only channel to use; undefined for all channels of the kind. */
  only?: 'email' | 'sms' | undefined
  /** True when the practice has confirmed the booking before, so that its patient is not a stranger. */
  isOfPatient?: boolean | undefined
}>

/**
 * Queues the messages of a kind about a booking, to its patient or to the practice. They are rendered at
 * once, so this must run in the transaction of the change that they report. A message that must not or cannot
 * be sent is stored as suppressed (outbox/suppression.ts).
 */
export function notify<K extends BookingKind>(
  ctx: Ctx,
  { kind, booking, facts, suppressed, only, isOfPatient }: Notice<K>,
): void {
  const stored = rulesOf(kind).to === 'practice' ? practiceFacts(ctx, booking) : patientFacts(ctx, booking)
  // TypeScript cannot infer that stored and own facts together are the facts of the kind.
  const draft = { booking, facts: { ...stored, ...facts } as never, suppressed, isOfPatient }
  if (!isSmsKind(kind) || only === 'email') queueEmailAbout(ctx, { kind, ...draft })
  else if (only === 'sms') queueSmsAbout(ctx, { kind, ...draft })
  else queueBothAbout(ctx, { kind, ...draft })
}

/** Returns whether messages of the kind are also sent by SMS. */
function isSmsKind(kind: MessageKind): kind is KindOn<'sms'> {
  return rulesOf(kind).sms !== undefined
}

/** Queues an e-mail to the practice that concerns no booking, under the same rules as `notify`. */
export function notifyPractice<K extends PortalKind>(ctx: Ctx, kind: K, own: OwnFacts<K>): void {
  const stored = { practice: readSettings(ctx, 'practice'), now: ctx.now, adminUrl: staffUrl(ctx, '/admin') }
  const recipient = practiceMailbox(ctx)
  const suppressed = rulesOf(kind).sentWhileOff
    ? whyNoEmailToPractice(ctx, recipient)
    : whyNoEmail(ctx, 'practice', recipient)
  queueEmail(ctx, { kind, recipient, ...KINDS[kind].email({ ...stored, ...own } as never), suppressed })
}

/** A message to somebody whom the caller names. */
type NamedNotice<K extends NamedKind> = Readonly<{
  kind: K
  /** An SMS is sent only to somebody with a number. */
  to: Readonly<{ email: string; mobile?: string; country?: string }>
  /** The appointment that the message mentions, if there is one. */
  booking?: Booking | undefined
  facts: Omit<FactsOf<K>, keyof ReturnType<typeof namedFacts>>
}> &
  Pick<NewSms, 'startsAt' | 'offerId'> &
  Pick<NewContent, 'queuePosition'>

/**
 * Queues the messages of a kind to the recipient whom the caller names, under the same rules as `notify`.
 * @returns the e-mail
 */
export function notifyNamed<K extends NamedKind>(
  ctx: Ctx,
  { kind, to, booking, facts, ...columns }: NamedNotice<K>,
): Message {
  // Together these are the facts of the kind, as in `notify`.
  const content = { ...namedFacts(ctx, booking), ...facts } as never
  const about = { kind, bookingId: booking?.id ?? null, ...columns }
  const { email: recipient, mobile = '', country = '' } = to
  const noEmail = rulesOf(kind).sentWhileOff ? undefined : whyNoEmail(ctx, 'patient', recipient)
  const email = queueEmail(ctx, { ...about, recipient, ...KINDS[kind].email(content), suppressed: noEmail })
  if (isSmsKind(kind) && mobile !== '') {
    const noSms = (booking && whyNoSmsToMinor(ctx, booking)) ?? whyOff(ctx, 'sms')
    queueSms(ctx, { ...about, kind, mobile, country, text: KINDS[kind].sms(content), suppressed: noSms })
  }
  return email
}

/** Returns the facts that every message to a named recipient may state. */
function namedFacts(ctx: Ctx, booking: Booking | undefined) {
  return { practice: readSettings(ctx, 'practice'), texts: readTexts(ctx), now: ctx.now, booking }
}

/** A message before it is rendered. `suppressed` is the reason why it must not be sent. */
type Draft<K extends MessageKind> = Readonly<{
  kind: K
  booking: Booking
  facts: never
  suppressed: string | undefined
  isOfPatient?: boolean | undefined
}>

/**
 * Queues an e-mail about a booking, or stores it as suppressed.
 * @param draft.fallbackOf the id of the SMS for which this e-mail is the fallback; the e-mail is sent only if
 * that SMS fails
 */
function queueEmailAbout(
  ctx: Ctx,
  draft: Draft<BookingKind> & Readonly<{ fallbackOf?: number | undefined }>,
): void {
  const { kind, booking, facts, fallbackOf, isOfPatient = false } = draft
  const { to: receiver, calendar } = rulesOf(kind)
  const to = receiver === 'patient' ? 'patient' : 'practice'
  const recipient = to === 'patient' ? booking.email : practiceMailbox(ctx)
  const whyNotSent = draft.suppressed ?? whyNoEmail(ctx, to, recipient)
  const mayBeGathered = to === 'practice' && whyNotSent === undefined
  const gathering = mayBeGathered ? gatheringOf(ctx, booking, isOfPatient) : undefined
  const replaced = fallbackOf === undefined ? undefined : REPLACED_BY_SMS
  const hasCalendar = recipient !== '' && (calendar?.when?.(facts) ?? true)
  queueEmail(ctx, {
    kind,
    bookingId: booking.id,
    startsAt: statedStart(kind, booking),
    recipient,
    ...KINDS[kind].email(facts),
    calendar: hasCalendar ? calendar?.write(ctx, booking) : undefined,
    suppressed: whyNotSent ?? replaced ?? gathering?.reason,
    fallbackOf: whyNotSent === undefined ? fallbackOf : undefined,
  })
  gathering?.write()
}

/** Queues an e-mail and an SMS about a booking. For a patient who prefers SMS, the e-mail is the fallback. */
function queueBothAbout(ctx: Ctx, draft: Draft<BookingKind & KindOn<'sms'>>): void {
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

/** Returns the start that an e-mail of the kind states; null if it is about a series. */
function statedStart(kind: BookingKind, { startsAt, moveToAt }: Booking): Instant | null {
  const { aboutSeries, statesMove } = rulesOf(kind)
  if (aboutSeries) return null
  return statesMove ? moveToAt : startsAt
}

/**
 * The way in which an e-mail is gathered. `reason` says why it is suppressed. `write` adds it to the e-mail
 * that lists several, and must run after the suppressed e-mail is stored.
 */
type Gathering = Readonly<{ reason: string; write: () => void }>

/**
 * Returns how the next e-mail to the practice about the booking is gathered; undefined if it is sent on its
 * own. An e-mail about a stranger is then counted.
 */
function gatheringOf(ctx: Ctx, booking: Booking, isOfPatient: boolean): Gathering | undefined {
  const { mailbox } = booking
  if (!isOfPatient && isGatheredWithStrangers(ctx, mailbox))
    return { reason: GATHERED_STRANGERS, write: () => writeGatheringOfStrangers(ctx, booking) }
  if (isGatheredNow(ctx, mailbox)) return { reason: GATHERED, write: () => writeGathering(ctx, mailbox) }
  if (!isOfPatient) countSingle(ctx, mailbox)
  return undefined
}

/** Queues an SMS about a booking, or stores it as suppressed. @returns the stored SMS */
function queueSmsAbout(
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
    suppressed: suppressed ?? whyNoSmsToMinor(ctx, booking) ?? whyOff(ctx, 'sms'),
  })
}

/** Returns the facts for an SMS whose e-mail is not sent, so that it does not refer to the e-mail. */
function withoutEmail(facts: never): never {
  // The facts of every kind that is sent by SMS have a booking, which TypeScript cannot know.
  const { booking } = facts as Pick<PatientFacts, 'booking'>
  return { ...(facts as object), booking: { ...booking, email: '' } } as never
}
