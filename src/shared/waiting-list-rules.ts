import * as v from 'valibot'
import { emailSchema } from './contact/email.ts'
import { normalEmailSchema } from './contact/normal-email.ts'
import { phoneSchema } from './contact/phone.ts'
import { readableName } from './contact/readable-name.ts'
import { addDays, type Day, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { requiredLine } from './line.ts'
import { INVALID_DAY } from './messages.de.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from './practice-days-ahead.ts'
import { tidy } from './tidy.ts'
import {
  DAY_PARTS,
  WAITING_WEEKDAYS,
  type WaitingFor,
  type WaitingForByPractice,
  type Wishes,
} from './waiting-list.ts'

/** This module has the rules of what somebody sends to wait, and of what the practice enters for them. */

const NO_WEEKDAY = 'Bitte mindestens einen Wochentag auswählen.'
const NO_PART = 'Bitte Vormittag oder Nachmittag auswählen.'
const LAST_DAY_IS_OVER = 'Dieser Tag ist schon vorbei.'
const WRONG_ORDER = 'Der letzte Tag darf nicht vor dem ersten liegen.'

const day = v.pipe(v.string(INVALID_DAY), v.check(isDay, INVALID_DAY))

/** Returns the rules of the wishes. @param today the Vienna day, which is the earliest last day */
function wishEntries(today: Day) {
  return {
    not_after: v.pipe(
      day,
      v.check((last) => last >= today, LAST_DAY_IS_OVER),
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

/** Makes the check that the first day does not lie after the last one. */
function daysInOrder<Chosen extends { not_before: Day | null; not_after: Day }>() {
  return v.rawCheck<Chosen>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { not_before: first, not_after: last } = dataset.value
    if (first === null || first <= last) return
    const path = { type: 'object', origin: 'value', input: dataset.value, key: 'not_before', value: first }
    addIssue({ message: WRONG_ORDER, path: [path as v.ObjectPathItem] })
  })
}

/** Today in Vienna. */
type Today = Readonly<{ today: Day }>

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
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), daysInOrder())
  const firstAppointment = v.pipe(
    v.strictObject(
      { service_id: serviceId, email, turnstile_token: v.optional(v.string()), ...wishes },
      UNKNOWN_KEY,
    ),
    daysInOrder(),
  )
  return v.lazy((sent) => (isForAppointment(sent) ? earlier : firstAppointment))
}

/**
 * The body of POST /api/admin/waiting-list. An entry without an appointment needs a name, and an address or a
 * phone number.
 */
export function waitingByPracticeSchema({
  today,
}: Today): v.GenericSchema<unknown, WaitingForByPractice & Wishes> {
  const wishes = wishEntries(today)
  const earlier = v.pipe(v.strictObject({ booking_id: bookingId, ...wishes }, UNKNOWN_KEY), daysInOrder())
  const email = emptyOr(normalEmailSchema)
  const mobile = emptyOr(phoneSchema)
  const name = v.pipe(
    readableName(requiredLine('Bitte einen Namen eingeben.', 160)),
    v.regex(/\p{L}/u, 'Der Name braucht mindestens einen Buchstaben.'),
  )
  const firstAppointment = v.pipe(
    v.strictObject({ service_id: serviceId, name, email, mobile, ...wishes }, UNKNOWN_KEY),
    daysInOrder(),
    v.forward(
      v.check(({ email, mobile }) => email !== '' || mobile !== '', 'Bitte E-Mail oder Telefon eingeben.'),
      ['email'],
    ),
  )
  return v.lazy((sent) => (isForAppointment(sent) ? earlier : firstAppointment))
}

/** Returns the rule for a field that may be missing or blank, which gives ''. */
function emptyOr(rule: v.GenericSchema<string, string>): v.GenericSchema<unknown, string> {
  const blank = v.pipe(v.string(), v.transform(tidy))
  const chosen = v.lazy((typed) => (typeof typed === 'string' && tidy(typed) === '' ? blank : rule))
  // `lazy` is typed by the input of its rules, but takes anything.
  return v.optional(chosen, '') as v.GenericSchema<unknown, string>
}

/** Returns whether the patient of an appointment wants to come earlier, rather than to get a first one. */
function isForAppointment(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && 'booking_id' in sent
}
