import type { Ctx } from '../ctx.ts'
import type { Booking, Message } from '../db/schema.ts'
import type { BookingStatus } from '../shared/booking.ts'
import type { Instant } from '../shared/day.ts'
import type { TextKind, Words } from '../shared/messages/texts.ts'
import type { Practice } from '../shared/settings/settings.ts'
import type { EmailContent } from './email/layout.ts'
import type { About, DecisionUrls, EmailBooking, PatientLinks, Preparation } from './email/parts.ts'

/** What is declared of a kind of message. Each kind has one file in kinds/, and all of them are listed in kinds.ts. */
export type Kind<Facts> = Rules &
  Readonly<{
    /** Writes the e-mail. Subjects name no treatment and no patient, and no e-mail has a social security number (docs/behaviour.md 10.3). */
    email?: (facts: Facts) => EmailContent
    /** Writes the SMS, which is shown on locked screens (docs/behaviour.md 10.3, 10.7, 10.51). */
    sms?: (facts: Facts) => string
    /** The iCalendar object that goes with the e-mail, and with which e-mails it goes; without `when` with all. */
    calendar?: Readonly<{
      write: (ctx: Ctx, booking: Booking) => string
      when?: (facts: Facts) => boolean
    }>
    /** True when it ends a request that was never confirmed, for which SMS have a limit of their own. */
    endsRequest?: (facts: Facts) => boolean
    /** Its messages about an invented appointment: for tests, for `npm run emails`, and for the preview of the text of the same name. */
    samples: Readonly<Record<string, (sample: Sample) => Facts>>
  }>

export type Rules = Readonly<{
  to: 'patient' | 'practice' | 'odoo'
  /** The statuses of the booking in which the message is true; null where it does not depend on a booking. */
  validWhile: readonly BookingStatus[] | null
  /** Why it must not be sent any more, as a sentence, where that depends on something other than a booking. */
  findStaleReason?: (ctx: Ctx, message: Message) => string | undefined
  /** Asks the recipient for something, so it is sent only while that is still wanted. The others report what has happened. */
  asks?: boolean
  /** Is sent by day only, because no one has just done something and waits for it. */
  waitsForDay?: boolean
  /** To the practice about no booking: is sent also while notifications are off. */
  sentWhileOff?: boolean
  /** States the start that the patient asks for, in place of the appointment's. */
  statesMove?: boolean
  /** Has signed links that decide on the booking. */
  decides?: boolean
  /** What in it is for the recipient alone: the link, or also the code that stands for it. */
  secrets?: 'link' | 'link and code'
  /** True when the patient wishes the SMS, and the e-mail only if that one fails. */
  prefersSms?: (booking: Booking) => boolean
  /** The words that the practice can write itself. */
  texts?: Readonly<Partial<Record<TextKind, Text>>>
}>

/** `about`: when the text is sent, for whoever writes it; the original words follow. */
export type Text = Readonly<{ about: string; email: Words; sms?: Words }>

/** What every message to a patient about a booking may say of it. */
export type PatientFacts = About & PatientLinks & Preparation & Readonly<{ now: Instant; bookUrl: string }>

/** What every message to the practice about a booking may say of it. */
export type PracticeFacts = DecisionUrls & Readonly<{ practice: Practice; booking: EmailBooking }>

/** What every message to the practice about no booking may say. */
export type PortalFacts = Readonly<{ practice: Practice; now: Instant; adminUrl: string }>

/** What samples are made of. */
export type Sample = PatientFacts &
  PracticeFacts &
  Readonly<{
    verifyUrl: string
    accessUrl: string
    offerUrl: string
    entryUrl: string
    /** The start of a time that has become free. */
    freedStart: Instant
  }>
