import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { type Booking, bookings, fullNameKey, nameKey } from '../db/schema.ts'
import { isStanding } from '../shared/booking.ts'
import { APOSTROPHES, withApostrophe } from '../shared/contact/apostrophe.ts'
import type { Instant } from '../shared/day.ts'

/**
 * There is no patient file: a patient is the set of bookings that belong together (docs/behaviour.md 19.1).
 * Two bookings belong together if they have the same name and the same mailbox or birth date. If one of them
 * has no birth date, the same phone number counts too.
 */

/** The columns of a booking that identify its patient. */
export const PATIENT_COLUMNS = {
  id: bookings.id,
  firstName: bookings.firstName,
  lastName: bookings.lastName,
  mailbox: bookings.mailbox,
  birthOn: bookings.birthOn,
  mobile: bookings.mobile,
}

type PatientIdentity = Pick<Booking, keyof typeof PATIENT_COLUMNS>

/** The columns of a booking for the history of its patient. */
export type PatientBooking = PatientIdentity &
  Pick<Booking, 'email' | 'country' | 'status' | 'startsAt' | 'attendance'>

/** The placeholders for a name as it was typed, and with each kind of apostrophe. */
const SPELLINGS = ['typed', ...APOSTROPHES] as const

/** Selects the bookings of the same name that may be for the same patient. */
const selectNamesakes = prepared((db) =>
  db
    .select({
      ...PATIENT_COLUMNS,
      email: bookings.email,
      country: bookings.country,
      status: bookings.status,
      startsAt: bookings.startsAt,
      attendance: bookings.attendance,
    })
    .from(bookings)
    .where(
      and(
        sql`${bookings.anonymised} = 0`,
        inArray(
          nameKey(bookings.firstName, bookings.lastName),
          SPELLINGS.map((spelling) => fullNameKey(sql`${sql.placeholder(spelling)}`)),
        ),
        // This condition is wider than `isSamePatient`, but rules out most other patients of the same name.
        or(
          eq(bookings.id, sql.placeholder('id')),
          eq(bookings.mailbox, sql.placeholder('mailbox')),
          eq(bookings.birthOn, sql.placeholder('birthOn')),
          eq(bookings.mobile, sql.placeholder('mobile')),
        ),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .prepare(),
)

/** Lists the bookings of this booking's patient, by start; none for an anonymised booking. */
export function listBookingsOfPatient(ctx: Ctx, booking: PatientIdentity): PatientBooking[] {
  const { id, firstName, lastName, mailbox, birthOn, mobile } = booking
  const typed = `${firstName} ${lastName}`
  const spellings = APOSTROPHES.map((sign) => [sign, withApostrophe(typed, sign)])
  return selectNamesakes(ctx.db)
    .all({ id, typed, ...Object.fromEntries(spellings), mailbox, birthOn, mobile })
    .filter((other) => other.id === id || isSamePatient(other, booking))
}

/** Returns whether two bookings are for the same patient. */
export function isSamePatient(a: PatientIdentity, b: PatientIdentity): boolean {
  const haveSame = (column: 'mailbox' | 'birthOn' | 'mobile') => a[column] !== '' && a[column] === b[column]
  const lacksBirthDate = a.birthOn === '' || b.birthOn === ''
  if (nameOf(a) !== nameOf(b)) return false
  return haveSame('mailbox') || haveSame('birthOn') || (lacksBirthDate && haveSame('mobile'))
}

/** Returns the full name in lower case with plain apostrophes, because neither distinguishes patients. */
function nameOf({ firstName, lastName }: PatientIdentity): string {
  return withApostrophe(`${firstName} ${lastName}`.toLocaleLowerCase('de-AT'), "'")
}

/** The number of visits, and how many of them the patient missed. */
export type Visits = Readonly<{ count: number; noShows: number }>

/** Counts the confirmed appointments of the booking's patient that have begun (docs/behaviour.md 8.32). */
export function countVisits(ctx: Ctx, booking: PatientIdentity): Visits {
  return countVisitsIn(ctx, listBookingsOfPatient(ctx, booking))
}

/** Counts the confirmed appointments among these bookings that have begun. */
export function countVisitsIn({ now }: Pick<Ctx, 'now'>, ofPatient: readonly PatientBooking[]): Visits {
  const begun = ofPatient.filter((booking) => hasBegun(booking, now))
  return {
    count: begun.length,
    noShows: begun.filter(({ attendance }) => attendance === 'no_show').length,
  }
}

/** Returns the start of the last visit that the patient did not miss. The bookings must ascend by start. */
export function lastVisitIn(
  { now }: Pick<Ctx, 'now'>,
  ofPatient: readonly PatientBooking[],
): Instant | undefined {
  return ofPatient.findLast((booking) => hasBegun(booking, now) && booking.attendance !== 'no_show')?.startsAt
}

/** Returns whether the appointment counts as a visit, even if the patient did not come. */
function hasBegun({ status, startsAt }: PatientBooking, now: Instant): boolean {
  return status === 'confirmed' && startsAt <= now
}

/** Returns the start of the next appointment that was not called off. The bookings must ascend by start. */
export function nextVisitIn(
  { now }: Pick<Ctx, 'now'>,
  ofPatient: readonly PatientBooking[],
): Instant | undefined {
  return ofPatient.find(({ status, startsAt }) => isStanding(status) && startsAt > now)?.startsAt
}
