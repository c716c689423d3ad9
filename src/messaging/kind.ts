import type { Ctx } from '../ctx.ts'
import type { Booking, ListedMessage } from '../db/schema.ts'
import type { BookingStatus } from '../shared/booking.ts'
import type { Instant } from '../shared/day.ts'
import type { TextKind, Words } from '../shared/messages/texts.ts'
import type { Practice } from '../shared/settings/settings.ts'
import type { EmailBooking, Preparation } from './email/appointment-parts.ts'
import type { EmailContent } from './email/layout.ts'
import type { AppointmentFacts } from './email/own-words.ts'
import type { PatientLinks } from './email/patient-links.ts'
import type { DecisionUrls } from './email/practice-parts.ts'

/** The declaration of a kind of message. Each kind has one file in kinds/, and kinds.ts lists all of them. */
export type Kind<Facts> = Rules &
  Readonly<{
    /**
     * Writes the e-mail. Subjects name no treatment and no patient, and no e-mail has a social security
     * number (docs/behaviour.md 10.3).
     */
    email?: (facts: Facts) => EmailContent
    /** Writes the SMS, which is shown on locked screens (docs/behaviour.md 10.3, 10.7, 10.51). */
    sms?: (facts: Facts) => string
    /**
     * Writes the iCalendar object that is attached to the e-mail. Without `when`, every e-mail of the kind
     * has one.
     */
    calendar?: Readonly<{
      write: (ctx: Ctx, booking: Booking) => string
      when?: (facts: Facts) => boolean
    }>
    /** True when the message ends a request that was never confirmed. Its SMS has a limit of its own. */
    endsRequest?: (facts: Facts) => boolean
    /**
     * The facts of sample messages, used by tests, by `npm run emails`, and by the preview of the text of the
     * same name.
     */
    samples: Readonly<Record<string, (sample: MessageSample) => Facts>>
  }>

/** The rules of a kind: to whom, when, and under which conditions its messages are sent. */
export type Rules = Readonly<{
  to: 'patient' | 'practice' | 'odoo'
  /**
   * The statuses of the booking in which the message is true; null when the kind does not depend on a
   * booking.
   */
  validWhile: readonly BookingStatus[] | null
  /**
   * Returns why the message must no longer be sent, as a sentence, for kinds that do not depend on a booking.
   */
  findStaleReason?: (ctx: Ctx, message: ListedMessage) => string | undefined
  /**
   * True when the message asks the recipient for something, so that it is sent only while that is still
   * wanted.
   */
  asksRecipient?: boolean
  /** True when the message is sent by day only, because nobody waits for it. */
  waitsForDay?: boolean
  /** True when the message is sent even while notifications are off. */
  isSentWhileOff?: boolean
  /** True when the message is to or about staff, whom only doctors manage (docs/behaviour.md 12.39). */
  isForDoctorsOnly?: boolean
  /**
   * True when the e-mail is about several appointments of a series. It holds while one of them takes place.
   */
  isAboutSeries?: boolean
  /** True when the message states the start that the patient asks for, not the appointment's. */
  statesMove?: boolean
  /** True when the message has signed links that decide on the request or the move. */
  hasDecisionLinks?: boolean
  /** The parts that only the recipient may see. Previews mask them. */
  secrets?: 'link' | 'link and code'
  /** Returns true when the patient prefers the SMS, so that the e-mail is sent only if it fails. */
  prefersSms?: (booking: Booking) => boolean
  /** The texts of the kind that the practice can change. */
  texts?: Readonly<Partial<Record<TextKind, Text>>>
}>

/** The original words of a text. `about` tells its author when it is sent. */
export type Text = Readonly<{ about: string; email: Words; sms?: Words }>

/** The facts that every message to a patient about a booking may state. */
export type PatientFacts = AppointmentFacts &
  PatientLinks &
  Preparation &
  Readonly<{ now: Instant; bookUrl: string }>

/** The facts that every message to the practice about a booking may state. */
export type PracticeFacts = DecisionUrls & Readonly<{ practice: Practice; booking: EmailBooking }>

/** The facts that messages to the practice may state when they concern no booking. */
export type PortalFacts = Readonly<{ practice: Practice; now: Instant; adminUrl: string }>

/** The facts of the invented appointment from which samples are made. */
export type MessageSample = PatientFacts &
  PracticeFacts &
  Readonly<{
    verifyUrl: string
    accessUrl: string
    offerUrl: string
    entryUrl: string
    /** The start of a time that has become free. */
    freedStart: Instant
  }>
