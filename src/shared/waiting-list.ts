import * as v from 'valibot'
import type { BookingStatus } from './booking.ts'
import { emailSchema } from './contact/email.ts'
import { normalEmailSchema } from './contact/normal-email.ts'
import { phoneSchema } from './contact/phone.ts'
import { readableName } from './contact/readable-name.ts'
import { addDays, type Day, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { requiredLine } from './line.ts'
import { NO_DAY } from './messages.de.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from './practice-days-ahead.ts'
import type { NamedResource } from './resource.ts'
import { tidy } from './tidy.ts'

/** The parts of a day for the waiting list (docs/behaviour.md 18). `afternoon` starts at 12:00. */
export const DAY_PARTS = ['morning', 'afternoon'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** Returns the part of the day of a time such as `08:30`. */
export function dayPartOf(time: string): DayPart {
  return time < '12:00' ? 'morning' : 'afternoon'
}

/** ISO weekdays, 1 for Monday … 7 for Sunday. */
export const WAITING_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The times that a patient wants: Vienna days, both included, weekdays and parts of the day. */
export type Wishes = Readonly<{
  not_after: Day
  not_before: Day | null
  weekdays: readonly number[]
  parts: readonly DayPart[]
  /** The id of the only resource; without one any, or the one of the appointment. */
  resource?: string | null | undefined
}>

/**
 * An `open` offer can be taken. An offer that the practice or a change of the appointment has ended is
 * `expired` too.
 */
export type OfferStatus = 'open' | 'taken' | 'refused' | 'expired'

type Slot = Readonly<{ start: string; start_local: string }>

export type WaitingEntry = Wishes &
  Readonly<{
    id: string
    service: Readonly<{ id: string; name: string }>
    booking_id: string | null
    /** The name of the wished `resource`, where there are several. */
    resource_name?: string | undefined
    offer: Readonly<{
      id: string
      start: string
      start_local: string
      until: string
      resource?: NamedResource | undefined
    }> | null
  }>

/** The ISO weekdays on which the practice is open, and the minutes for which an offer stands. */
export type WaitingTerms = Readonly<{ weekdays: readonly number[]; offer_minutes: number }>

export type OfferedHold = Readonly<{ hold_id: string; expires_at: string }>

export type OfferAnswer = Readonly<{
  id: string
  status: OfferStatus
  /** Price and duration are texts, '' where there is none to show. */
  service: Readonly<{ id: string; name: string; price: string; duration: string }>
  slot: Slot
  /** Whose time it is, where the practice has several. */
  resource?: NamedResource | undefined
  until: string
  /** The appointment that it replaces; its slot is the one that it has now. */
  booking: Readonly<{ id: string; status: BookingStatus; slot: Slot }> | null
  /** The hold of a patient who has taken it without an appointment. Null when it has ended. */
  hold: OfferedHold | null
  /** The appointment that was made from that hold. */
  booked_id: string | null
  /** Null when the entry has ended. */
  entry_id: string | null
}>

export type OfferReply =
  | Readonly<{ status: 'refused' }>
  /** The appointment was moved to the offered time. */
  | Readonly<{ status: 'taken'; booking_id: string; slot: Slot }>
  /** There was no appointment to move, so the time is held for step 4. */
  | Readonly<{
      status: 'taken'
      hold: OfferedHold
      service_id: string
      slot: Slot
    }>

/** A row of GET /api/admin/waiting-list, oldest first. */
export type AdminWaitingEntry = WaitingEntry &
  Readonly<{
    name: string
    email: string
    mobile: string
    /** False if neither e-mail nor SMS can reach the patient; the list then makes no offer. */
    reachable: boolean
    booking: Readonly<{ id: string; status: BookingStatus; start: string; resource_id: string }> | null
    /** The address of the admin who made the entry; null if the patient did. */
    made_by: string | null
    created_at: string
  }>

const NO_WEEKDAY = 'Bitte mindestens einen Wochentag auswählen.'
const NO_PART = 'Bitte Vormittag oder Nachmittag auswählen.'
const OVER = 'Dieser Tag ist schon vorbei.'
const IN_ORDER = 'Der letzte Tag darf nicht vor dem ersten liegen.'

const day = v.pipe(v.string(NO_DAY), v.check(isDay, NO_DAY))

/** Returns the rules of the wishes. @param today the Vienna day, which is the earliest last day */
function wishEntries(today: Day) {
  return {
    not_after: v.pipe(
      day,
      v.check((last) => last >= today, OVER),
      v.check((last) => last <= addDays(today, PRACTICE_DAYS_AHEAD), TOO_FAR_AHEAD),
    ),
    not_before: v.optional(v.nullable(day), null),
    weekdays: v.optional(
      v.pipe(
        v.array(v.picklist(WAITING_WEEKDAYS, NO_WEEKDAY), NO_WEEKDAY),
        v.nonEmpty(NO_WEEKDAY),
        v.transform((chosen) => WAITING_WEEKDAYS.filter((weekday) => chosen.includes(weekday))),
      ),
      [...WAITING_WEEKDAYS],
    ),
    parts: v.optional(
      v.pipe(
        v.array(v.picklist(DAY_PARTS, NO_PART), NO_PART),
        v.nonEmpty(NO_PART),
        v.transform((chosen) => DAY_PARTS.filter((part) => chosen.includes(part))),
      ),
      [...DAY_PARTS],
    ),
    resource: v.optional(v.nullable(v.string())),
  }
}

/** Checks that the first day does not lie after the last one. */
function inOrder<Chosen extends { not_before: Day | null; not_after: Day }>() {
  return v.rawCheck<Chosen>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { not_before: first, not_after: last } = dataset.value
    if (first === null || first <= last) return
    const path = { type: 'object', origin: 'value', input: dataset.value, key: 'not_before', value: first }
    addIssue({ message: IN_ORDER, path: [path as v.ObjectPathItem] })
  })
}

type Today = Readonly<{ today: Day }>

/** An entry is for an appointment that is to be earlier, or for a service without an appointment. */
export type WaitingFor =
  | { booking_id: string }
  | {
      service_id: string
      email: string
      /** The solved bot check, which a new entry needs. */
      turnstile_token?: string | undefined
    }

const bookingId = requiredLine('Bitte einen Termin angeben.', 100)
const serviceId = requiredLine('Bitte eine Leistung auswählen.', 64)

/**
 * Makes the rules of the body of POST /api/waiting-list. The server gives its own rule of the e-mail address.
 */
export function waitingSchema({
  today,
  email = emailSchema,
}: Today & { email?: v.GenericSchema<string, string> }): v.GenericSchema<unknown, WaitingFor & Wishes> {
  const wishes = wishEntries(today)
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), inOrder())
  const firstAppointment = v.pipe(
    v.strictObject(
      { service_id: serviceId, email, turnstile_token: v.optional(v.string()), ...wishes },
      UNKNOWN_KEY,
    ),
    inOrder(),
  )
  return v.lazy((sent) => (isForBooking(sent) ? earlier : firstAppointment))
}

/** The same choice for an entry that the practice makes. */
export type WaitingForByPractice =
  | { booking_id: string }
  | { service_id: string; name: string; email: string; mobile: string }

/**
 * The body of POST /api/admin/waiting-list. An entry without an appointment needs a name, and an address or a
 * phone number.
 */
export function waitingByPracticeSchema({
  today,
}: Today): v.GenericSchema<unknown, WaitingForByPractice & Wishes> {
  const wishes = wishEntries(today)
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), inOrder())
  const email = emptyOr(normalEmailSchema)
  const mobile = emptyOr(phoneSchema)
  const name = v.pipe(
    readableName(requiredLine('Bitte einen Namen eingeben.', 160)),
    v.regex(/\p{L}/u, 'Der Name braucht mindestens einen Buchstaben.'),
  )
  const firstAppointment = v.pipe(
    v.strictObject({ service_id: serviceId, name, email, mobile, ...wishes }, UNKNOWN_KEY),
    inOrder(),
    v.forward(
      v.check(({ email, mobile }) => email !== '' || mobile !== '', 'Bitte E-Mail oder Telefon eingeben.'),
      ['email'],
    ),
  )
  return v.lazy((sent) => (isForBooking(sent) ? earlier : firstAppointment))
}

function emptyOr(rule: v.GenericSchema<string, string>): v.GenericSchema<unknown, string> {
  return v.optional(
    v.lazy((typed) =>
      typeof typed === 'string' && tidy(typed) === '' ? v.pipe(v.string(), v.transform(tidy)) : rule,
    ),
    '',
  ) as v.GenericSchema<unknown, string>
}

function isForBooking(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && 'booking_id' in sent
}
