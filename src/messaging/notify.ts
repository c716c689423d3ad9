import type { Ctx } from '../ctx.ts'
import type { Booking, Message } from '../db/schema.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSettings } from '../practice/settings.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { type BookingKind, queueBothAbout, queueEmailAbout, queueSmsAbout } from './booking-drafts.ts'
import { patientFacts, practiceFacts } from './booking-facts.ts'
import type { PatientFacts, PortalFacts, PracticeFacts } from './kind.ts'
import { type FactsOf, KINDS, type KindOn, rulesOf } from './kinds.ts'
import { type NewContent, type NewSms, queueEmail, queueSms } from './outbox/queue.ts'
import {
  whyNoEmail,
  whyNoEmailToPractice,
  whyNoSmsToMinor,
  whyNotificationsOff,
} from './outbox/suppression.ts'
import { readTexts } from './texts.ts'

/**
 * This module queues the messages of a kind: about a booking (`notify`), to the practice about something else
 * (`notifyPractice`), or to somebody whom the caller names (`notifyNamed`).
 */

/** The kinds that go to the practice and concern no booking. */
type PortalKind = { [K in KindOn<'email'>]: FactsOf<K> extends PortalFacts ? K : never }[KindOn<'email'>]

/** The kinds that go to somebody who may have neither a booking nor the practice's e-mail address. */
type NamedKind = Exclude<KindOn<'email'>, BookingKind | PortalKind>

/** The facts that the caller gives, because they are not stored. */
type GivenFacts<K extends KindOn<'email'>> = Omit<
  FactsOf<K>,
  keyof PatientFacts | keyof PracticeFacts | keyof PortalFacts
>

/** A message about a booking, as the caller describes it. */
type Notice<K extends BookingKind> = Readonly<{
  kind: K
  booking: Booking
  facts: GivenFacts<K>
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
  const isToPractice = rulesOf(kind).to === 'practice'
  const storedFacts = isToPractice ? practiceFacts(ctx, booking) : patientFacts(ctx, booking)
  const draft = { booking, facts: joinFacts(storedFacts, facts), suppressed, isOfPatient }
  if (!isSmsKind(kind) || only === 'email') queueEmailAbout(ctx, { kind, ...draft })
  else if (only === 'sms') queueSmsAbout(ctx, { kind, ...draft })
  else queueBothAbout(ctx, { kind, ...draft })
}

/** Returns whether messages of the kind are also sent by SMS. */
function isSmsKind(kind: MessageKind): kind is KindOn<'sms'> {
  return rulesOf(kind).sms !== undefined
}

/** Queues an e-mail to the practice that concerns no booking, under the same rules as `notify`. */
export function notifyPractice<K extends PortalKind>(ctx: Ctx, kind: K, facts: GivenFacts<K>): void {
  const adminUrl = staffUrl(ctx, '/admin')
  const storedFacts = { practice: readSettings(ctx, 'practice'), now: ctx.now, adminUrl }
  const recipient = practiceMailbox(ctx)
  const suppressed = rulesOf(kind).isSentWhileOff
    ? whyNoEmailToPractice(ctx, recipient)
    : whyNoEmail(ctx, 'practice', recipient)
  const content = KINDS[kind].email(joinFacts(storedFacts, facts))
  queueEmail(ctx, { kind, recipient, ...content, suppressed })
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
  const allFacts = joinFacts(namedFacts(ctx, booking), facts)
  const commonColumns = { kind, bookingId: booking?.id ?? null, ...columns }
  const { email: recipient, mobile = '', country = '' } = to
  const email = queueEmail(ctx, {
    ...commonColumns,
    recipient,
    ...KINDS[kind].email(allFacts),
    suppressed: rulesOf(kind).isSentWhileOff ? undefined : whyNoEmail(ctx, 'patient', recipient),
  })
  if (isSmsKind(kind) && mobile !== '')
    queueSms(ctx, {
      ...commonColumns,
      kind,
      mobile,
      country,
      text: KINDS[kind].sms(allFacts),
      suppressed: (booking && whyNoSmsToMinor(ctx, booking)) ?? whyNotificationsOff(ctx, 'sms'),
    })
  return email
}

/**
 * Joins the stored facts and those that the caller gives. TypeScript cannot infer that together they are the
 * facts of the kind.
 */
function joinFacts(storedFacts: object, givenFacts: object): never {
  return { ...storedFacts, ...givenFacts } as never
}

/** Returns the facts that every message to a named recipient may state. */
function namedFacts(ctx: Ctx, booking: Booking | undefined) {
  return { practice: readSettings(ctx, 'practice'), texts: readTexts(ctx), now: ctx.now, booking }
}
