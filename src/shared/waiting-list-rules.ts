import * as v from 'valibot'
import { emailSchema } from './contact/email.ts'
import { addDays, type Day, isDay } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { requiredLineSchema } from './line.ts'
import { INVALID_DAY } from './messages.de.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from './practice-days-ahead.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type WaitingFor, type Wishes } from './waiting-list.ts'

/**
 * This module has the rules of a waiting list entry by a patient; waiting-by-practice.ts has the practice's.
 */

const NO_WEEKDAY = 'Bitte mindestens einen Wochentag auswählen.'
const NO_PART = 'Bitte Vormittag oder Nachmittag auswählen.'
const LAST_DAY_IS_OVER = 'Dieser Tag ist schon vorbei.'
/** The sentence below the first day. */
export const DAYS_IN_WRONG_ORDER = 'Der letzte Tag darf nicht vor dem ersten liegen.'

/** The number of Sunday in the working hours. Callers may send it instead of `SUNDAY`. */
const SUNDAY_OF_HOURS = 0
/** The number of Sunday in the wishes of an entry. */
const SUNDAY = 7

const daySchema = v.pipe(v.string(INVALID_DAY), v.check(isDay, INVALID_DAY))

/** Returns the rules of the wishes. @param today the Vienna day, the earliest possible last day */
export function wishEntries(today: Day) {
  return {
    not_after: v.pipe(
      daySchema,
      v.check((last) => last >= today, LAST_DAY_IS_OVER),
      v.check((last) => last <= addDays(today, PRACTICE_DAYS_AHEAD), TOO_FAR_AHEAD),
    ),
    not_before: v.optional(v.nullable(daySchema), null),
    weekdays: v.nullish(
      v.pipe(
        v.array(v.picklist([SUNDAY_OF_HOURS, ...WAITING_WEEKDAYS], NO_WEEKDAY), NO_WEEKDAY),
        v.nonEmpty(NO_WEEKDAY),
        v.transform((chosen) =>
          WAITING_WEEKDAYS.filter((weekday) => chosen.some((sent) => (sent || SUNDAY) === weekday)),
        ),
      ),
      [...WAITING_WEEKDAYS],
    ),
    parts: v.nullish(
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

/** Returns whether the first day, which may be left open, is not after the last one. */
export function areDaysInOrder(wishes: { not_before: Day | null; not_after: Day }): boolean {
  return wishes.not_before === null || wishes.not_before <= wishes.not_after
}

/** Today in Vienna. */
type Today = Readonly<{ today: Day }>

const bookingIdSchema = requiredLineSchema('Bitte einen Termin angeben.', 100)
/** The rule of the service that a patient waits for. */
export const awaitedServiceSchema = requiredLineSchema('Bitte eine Leistung auswählen.', 64)

/** Makes the rules of an entry for an earlier time than an existing appointment. */
export function earlierTimeSchema({ today }: Today) {
  return v.pipe(
    v.strictObject({ booking_id: bookingIdSchema, ...wishEntries(today) }, UNKNOWN_KEY),
    v.forward(
      v.check((wishes) => areDaysInOrder(wishes), DAYS_IN_WRONG_ORDER),
      ['not_before'],
    ),
  )
}

/**
 * Makes the rules of the body of POST /api/waiting-list. The server passes its own rule of the e-mail
 * address.
 */
export function waitingSchema({
  today,
  email = emailSchema,
}: Today & { email?: v.GenericSchema<string, string> }): v.GenericSchema<unknown, WaitingFor & Wishes> {
  const earlier = earlierTimeSchema({ today })
  const firstAppointment = v.pipe(
    v.strictObject(
      {
        service_id: awaitedServiceSchema,
        email,
        turnstile_token: v.nullish(v.string(), ''),
        ...wishEntries(today),
      },
      UNKNOWN_KEY,
    ),
    v.forward(
      v.check((wishes) => areDaysInOrder(wishes), DAYS_IN_WRONG_ORDER),
      ['not_before'],
    ),
  )
  return v.lazy((sent) => (isForAppointment(sent) ? earlier : firstAppointment))
}

/** Returns whether the entry is for an earlier time of an existing appointment. */
export function isForAppointment(sent: unknown): boolean {
  return typeof sent === 'object' && sent !== null && 'booking_id' in sent
}
