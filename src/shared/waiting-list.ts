import * as v from 'valibot'
import type { BookingStatus } from './booking.ts'
import { emailSchema } from './contact/email.ts'
import { phoneSchema } from './contact/phone.ts'
import { addDays, type Day, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { requiredLine } from './line.ts'
import { NO_DAY } from './messages.de.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from './practice-days-ahead.ts'
import { tidy } from './tidy.ts'

/** The waiting list on the wire. Rules: docs/behaviour.md 18. */

/** `afternoon` starts at 12:00. */
export const DAY_PARTS = ['morning', 'afternoon'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** 1 Monday … 7 Sunday. */
export const WAITING_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Which times somebody wants: Vienna days, both included, weekdays and parts of the day. */
export type Wishes = Readonly<{
  not_after: Day
  not_before: Day | null
  weekdays: readonly number[]
  parts: readonly DayPart[]
}>

/** `open`: it can be taken. `expired` also when the practice or a change of the appointment has ended it. */
export type OfferStatus = 'open' | 'taken' | 'refused' | 'expired'

type Slot = Readonly<{ start: string; start_local: string }>

export type WaitingEntry = Wishes &
  Readonly<{
    id: string
    service: Readonly<{ id: string; name: string }>
    booking_id: string | null
    offer: Readonly<{ id: string; start: string; start_local: string; until: string }> | null
  }>

export type OfferAnswer = Readonly<{
  id: string
  status: OfferStatus
  service: Readonly<{ id: string; name: string }>
  slot: Slot
  until: string
  /** The appointment that it replaces; its slot is the one that it has now. */
  booking: Readonly<{ id: string; status: BookingStatus; slot: Slot }> | null
  /** Null when the entry has ended. */
  entry_id: string | null
}>

export type OfferReply =
  | Readonly<{ status: 'refused' }>
  /** The appointment has the new time. */
  | Readonly<{ status: 'taken'; booking_id: string; slot: Slot }>
  /** Without an appointment: the time is held for step 4. */
  | Readonly<{
      status: 'taken'
      hold: Readonly<{ hold_id: string; expires_at: string }>
      service_id: string
      slot: Slot
    }>

/** A row of GET /api/admin/waiting-list, oldest first. */
export type AdminWaitingEntry = WaitingEntry &
  Readonly<{
    name: string
    email: string
    mobile: string
    /** False: neither e-mail nor SMS gets there, so that no offer is made. */
    reachable: boolean
    booking: Readonly<{ id: string; status: BookingStatus; start: string }> | null
    /** The admin's address; null for the patient. */
    made_by: string | null
    created_at: string
  }>

const NO_WEEKDAY = 'Bitte mindestens einen Wochentag auswählen.'
const NO_PART = 'Bitte Vormittag oder Nachmittag auswählen.'
const OVER = 'Dieser Tag ist schon vorbei.'
const IN_ORDER = 'Der letzte Tag darf nicht vor dem ersten liegen.'

const day = v.pipe(v.string(NO_DAY), v.check(isDay, NO_DAY))

/** The fields of the wishes. @param today the Vienna day, the first that can be wished for */
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

/** For whom an entry is: an appointment that is to be earlier, or a service. */
export type WaitingFor = { booking_id: string } | { service_id: string; email: string }

const bookingId = requiredLine('Bitte einen Termin angeben.', 100)
const serviceId = requiredLine('Bitte eine Leistung auswählen.', 64)

/** The body of POST /api/waiting-list. */
export function waitingSchema({ today }: Today): v.GenericSchema<unknown, WaitingFor & Wishes> {
  const wishes = wishEntries(today)
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), inOrder())
  const without = v.pipe(
    v.strictObject({ service_id: serviceId, email: emailSchema, ...wishes }, UNKNOWN_KEY),
    inOrder(),
  )
  return v.lazy((sent) => (isForBooking(sent) ? earlier : without))
}

/** For whom the practice makes an entry. */
export type WaitingForByPractice =
  | { booking_id: string }
  | { service_id: string; name: string; email: string; mobile: string }

/** The body of POST /api/admin/waiting-list. Without an appointment a name, and an address or a number. */
export function waitingByPracticeSchema({
  today,
}: Today): v.GenericSchema<unknown, WaitingForByPractice & Wishes> {
  const wishes = wishEntries(today)
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), inOrder())
  const email = emptyOr(emailSchema)
  const mobile = emptyOr(phoneSchema)
  const name = requiredLine('Bitte einen Namen eingeben.', 160)
  const without = v.pipe(
    v.strictObject({ service_id: serviceId, name, email, mobile, ...wishes }, UNKNOWN_KEY),
    inOrder(),
    v.forward(
      v.check(({ email, mobile }) => email !== '' || mobile !== '', 'Bitte E-Mail oder Telefon eingeben.'),
      ['email'],
    ),
  )
  return v.lazy((sent) => (isForBooking(sent) ? earlier : without))
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
