import { and, count, desc, eq, gte, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { decrypt, encrypt } from '../access/crypto.ts'
import { actorColumns, type Ctx } from '../ctx.ts'
import { type Booking, bookings, CHANGE_KINDS, events } from '../db/schema.ts'
import type { ServiceRow } from '../schedule/services.ts'
import { STANDING } from '../shared/booking.ts'
import { bookerColumns, bookerOf } from '../shared/contact/booker.ts'
import type { PersonField } from '../shared/contact/contact.ts'
import { emailKey, mailboxKey } from '../shared/contact/email.ts'
import type { ManualContact } from '../shared/contact/manual-contact.ts'
import { composeSvnr, showSvnr } from '../shared/contact/svnr.ts'
import { type Day, dayNumber, MINUTE } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { Answer } from '../shared/service/questions.ts'
import { startOfDay } from '../time/vienna.ts'

/** Number and answers are encrypted. */
type NewBooking = Pick<Booking, 'id' | 'holdId' | 'status' | 'startsAt' | 'endsAt' | 'svnr'> &
  Partial<Pick<Booking, 'answers' | 'origin' | 'marked'>> & { contact: ManualContact }

/** Writes the booking with the service's present name, price and notes. Must run inside a transaction. */
export function insertBooking(ctx: Ctx, service: ServiceRow, { contact, ...booking }: NewBooking): Booking {
  return ctx.db
    .insert(bookings)
    .values({
      ...booking,
      serviceId: service.id,
      serviceName: service.name,
      notes: service.description,
      durationMin: (booking.endsAt - booking.startsAt) / MINUTE,
      priceCents: service.priceCents,
      ...contactColumns(contact),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
    .get()
}

/** Changes columns of a booking. @returns its new row */
export function changeBooking(ctx: Ctx, id: string, changes: Partial<Booking>): Booking {
  const changed = { ...changes, updatedAt: ctx.now }
  return ctx.db.update(bookings).set(changed).where(eq(bookings.id, id)).returning().get()
}

export type EventRow = typeof events.$inferSelect
type EventFacts = Pick<typeof events.$inferInsert, 'message' | 'movedFromAt' | 'movedToAt'>

/** Adds to the history of a booking, in the transaction of the change. */
export function recordEvent(
  ctx: Ctx,
  bookingId: string,
  kind: EventRow['kind'],
  facts: EventFacts = {},
): void {
  ctx.db
    .insert(events)
    .values({ bookingId, kind, ...actorColumns(ctx), ...facts, at: ctx.now })
    .run()
}

/** The newest event of the booking that meets the condition. */
export function findLastEvent(ctx: Ctx, bookingId: string, condition?: SQL): EventRow | undefined {
  return ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bookingId, bookingId), condition))
    .orderBy(desc(events.id))
    .get()
}

/** The newest event that changed the appointment. */
export function findLastChange(ctx: Ctx, bookingId: string): EventRow | undefined {
  return findLastEvent(ctx, bookingId, inArray(events.kind, CHANGE_KINDS))
}

const ALREADY = {
  requested: 'Über diesen Termin wurde bereits anders entschieden.',
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits storniert.',
}

/** Why something cannot be done with a booking any more: its status does not allow it. */
export function alreadyDecided({ status }: Booking, sentence = ALREADY[status]): Problem {
  return new Problem('already_decided', { status }, sentence)
}

/** The column of each field of text. The social security number is encrypted and stored apart. */
const CONTACT_COLUMNS = {
  salutation: 'salutation',
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  mobile: 'mobile',
  address: 'address',
  zip: 'zip',
  city: 'city',
  country: 'country',
  birthDate: 'birthOn',
} as const satisfies Record<PersonField, keyof Booking>

const PERSON_FIELDS = Object.keys(CONTACT_COLUMNS) as PersonField[]

/** What is stored of a contact, without the social security number. */
export function contactColumns(contact: ManualContact) {
  const texts = PERSON_FIELDS.map((field) => [CONTACT_COLUMNS[field], contact[field]])
  return {
    ...(Object.fromEntries(texts) as Record<(typeof CONTACT_COLUMNS)[PersonField], string>),
    email: emailKey(contact.email),
    mailbox: mailboxKey(contact.email),
    reminderBySms: contact.reminderBySms,
    ...bookerColumns(contact.booker),
  }
}

/** The reverse of `contactColumns`. */
export function storedContact(booking: Booking): ManualContact {
  const { salutation, ...texts } = contactOf(booking)
  const { reminderBySms } = booking
  const booker = bookerOf(booking)
  const contact = { salutation: salutation as ManualContact['salutation'], ...texts, reminderBySms }
  return booker ? { ...contact, booker } : contact
}

/** The stored fields of text, without the social security number. */
export function contactOf(booking: Booking): Record<PersonField, string> {
  const fields = PERSON_FIELDS.map((field) => [field, booking[CONTACT_COLUMNS[field]]])
  return Object.fromEntries(fields) as Record<PersonField, string>
}

/** Over the fields in tables and lists. */
export const CONTACT_HEADINGS = {
  salutation: 'Anrede',
  firstName: 'Vorname',
  lastName: 'Nachname',
  birthDate: 'Geburtsdatum',
  mobile: 'Telefon',
  email: 'E-Mail',
  address: 'Adresse',
  zip: 'PLZ',
  city: 'Ort',
  country: 'Land',
} satisfies Record<PersonField, string>

/**
 * `•••• 140358`: the birth date behind a mask, or null without a number. The stored number is not decrypted for this, so an
 * e-card with another date is masked by the birth date too.
 */
export function maskedSvnr({ svnr, birthOn }: Pick<Booking, 'svnr' | 'birthOn'>): string | null {
  return svnr === null ? null : showSvnr(`••••${composeSvnr('0000', birthOn).slice(4)}`)
}

/** The booking that was made from a hold, for a repeated confirm. */
export function findBookingOfHold(ctx: Ctx, holdId: string): Booking | undefined {
  return ctx.db.select().from(bookings).where(eq(bookings.holdId, holdId)).get()
}

/** How many bookings have each status, the past ones too. */
export function countBookings({ db }: Ctx): Readonly<Record<Booking['status'], number>> {
  const found = db
    .select({ status: bookings.status, count: count() })
    .from(bookings)
    .groupBy(bookings.status)
    .all()
  const none = { requested: 0, confirmed: 0, rejected: 0, cancelled: 0 }
  return Object.assign(none, Object.fromEntries(found.map((row) => [row.status, row.count])))
}

/** @throws Problem 'not found' */
export function getBooking(ctx: Ctx, id: string): Booking {
  const booking = ctx.db.select().from(bookings).where(eq(bookings.id, id)).get()
  if (booking === undefined) throw new Problem('not found')
  return booking
}

/** The answers for the column of a booking: encrypted, null for none. */
export function encryptAnswers(ctx: Ctx, bookingId: string, answers: readonly Answer[]): string | null {
  return answers.length === 0 ? null : encrypt(ctx, `bookings:answers:${bookingId}`, JSON.stringify(answers))
}

/** What the patient answered, each with its question as it was asked. For people of the practice only (docs/behaviour.md 16.15). */
export function answersOf(ctx: Ctx, { id, answers }: Pick<Booking, 'id' | 'answers'>): readonly Answer[] {
  return answers === null ? [] : JSON.parse(decrypt(ctx, `bookings:answers:${id}`, answers))
}

/** The answers of the requested and confirmed bookings of a Vienna day that have some. */
export function listAnswers(ctx: Ctx, on: Day): { bookingId: string; answers: readonly Answer[] }[] {
  const day = dayNumber(on)
  return ctx.db
    .select({ id: bookings.id, answers: bookings.answers })
    .from(bookings)
    .where(
      and(
        gte(bookings.startsAt, startOfDay(day)),
        lt(bookings.startsAt, startOfDay(day + 1)),
        inArray(bookings.status, STANDING),
        isNotNull(bookings.answers),
      ),
    )
    .all()
    .map((booking) => ({ bookingId: booking.id, answers: answersOf(ctx, booking) }))
}

/**
 * Runs the verb for each id, each in a transaction of its own: one that is refused stops no other.
 * @returns for each id, in the same order, what became of it or why it was refused
 */
export function forEachBooking<T>(
  ids: readonly string[],
  verb: (id: string) => T,
): Readonly<{ id: string; outcome: T | Problem }>[] {
  return ids.map((id) => {
    try {
      return { id, outcome: verb(id) }
    } catch (error) {
      if (error instanceof Problem) return { id, outcome: error }
      throw error
    }
  })
}
