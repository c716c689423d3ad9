import { and, eq, getTableColumns, gt } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { reserveWithoutPaddings } from '../schedule/reservation-without-paddings.ts'
import { reserve } from '../schedule/reservations.ts'
import { getActiveService, type ServiceRow } from '../schedule/services.ts'
import { choicesForPractice } from '../schedule/start-choices.ts'
import type { PracticeContact } from '../shared/contact/manual-contact.ts'
import { svnrOf } from '../shared/contact/svnr.ts'
import { type Instant, MINUTE } from '../shared/day.ts'
import { PRACTICE_DAYS_AHEAD, TOO_FAR_AHEAD } from '../shared/practice-days-ahead.ts'
import { Problem } from '../shared/problems.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { insertBooking } from './bookings.ts'
import { contactColumns } from './contact-columns.ts'
import { endFulfilledEntry } from './ended-entries.ts'
import { REPEATED_WITHIN_MS, recordEvent } from './events.ts'
import { notifyConfirmed } from './notifications.ts'
import { encryptSvnr } from './stored-svnr.ts'
import { makeEntryUndoable } from './undoable-changes.ts'

/** The contact of an appointment that the practice enters, whose `svn4` may be missing. */
export type EnteredContact = Omit<PracticeContact, 'svn4'> & Partial<Pick<PracticeContact, 'svn4'>>

export type ManualBookingInput = Readonly<{
  serviceId: string
  start: Instant
  /** The id of the resource; undefined leaves the choice to `choicesForPractice`. */
  wish?: string | undefined
  contact: EnteredContact
  /** Text for the patient; may be empty. */
  message: string
  /** True delays the messages as long as the entry can be undone. */
  undoable?: boolean
  /**
   * True when the call repeats one whose answer was lost. If that one entered the appointment within the last
   * `REPEATED_WITHIN_MS`, this is the result.
   */
  again?: boolean
  /** True enters the appointment even over paddings, and shortens these (docs/behaviour.md 19.23). */
  withoutPaddings?: boolean
}>

/**
 * Enters a confirmed appointment for the practice at any time that is not occupied (docs/behaviour.md 8.13
 * and 8.14).
 * @throws Problem service_not_found, invalid (docs/behaviour.md 8.14), slot_taken
 */
export function createManualBooking(
  ctx: Ctx,
  { serviceId, wish, undoable = false, again = false, ...input }: ManualBookingInput,
): Booking {
  return inTx(ctx, () => {
    const entered = again ? findJustEntered(ctx, { serviceId, wish, ...input }) : undefined
    // An undo of an appointment of a series would undo the whole series, so it is not the same entry.
    if (entered !== undefined && entered.seriesId === null) return entered
    const service = getActiveService(ctx, serviceId)
    assertHasDuration(service)
    assertPossibleStart(ctx, input.start)
    const [choice] = choicesForPractice(ctx, service, input.start, wish)
    const booking = enterBooking(ctx, choice, input)
    notifyConfirmed(ctx, booking, input.message)
    if (undoable) makeEntryUndoable(ctx, [booking])
    return booking
  })
}

/** Finds the appointment that the practice has entered for the same person within `REPEATED_WITHIN_MS`. */
export function findJustEntered(
  { db, now }: Ctx,
  { serviceId, start, wish, contact }: Pick<ManualBookingInput, 'serviceId' | 'start' | 'wish' | 'contact'>,
): Booking | undefined {
  const { firstName, lastName, birthOn, email, mobile } = contactColumns(contact)
  const isSamePerson = and(
    eq(bookings.firstName, firstName),
    eq(bookings.lastName, lastName),
    eq(bookings.birthOn, birthOn),
    eq(bookings.email, email),
    eq(bookings.mobile, mobile),
  )
  const isEntered = and(eq(events.bookingId, bookings.id), eq(events.kind, 'entered'))
  return db
    .select(getTableColumns(bookings))
    .from(bookings)
    .innerJoin(events, isEntered)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        eq(bookings.startsAt, start),
        eq(bookings.serviceId, serviceId),
        gt(bookings.createdAt, now - REPEATED_WITHIN_MS),
        isSamePerson,
        wish === undefined ? undefined : eq(bookings.resourceId, wish),
      ),
    )
    .get()
}

/** An appointment that the practice enters, alone or as one of a series. */
type Entry = Omit<ManualBookingInput, 'serviceId' | 'wish' | 'undoable' | 'again'> &
  Partial<Pick<Booking, 'seriesId' | 'seriesPosition'>>

/**
 * Writes a confirmed appointment of the practice, reserves its time and queues it for Odoo, but sends no
 * message. Without a hold, the booking's own id serves as `holdId`. Must run inside a transaction.
 * @throws Problem slot_taken
 */
export function enterBooking(
  ctx: Ctx,
  service: ServiceRow,
  { start, message, withoutPaddings = false, contact, ...columns }: Entry,
): Booking {
  const id = randomToken()
  const svnr = contact.svn4 ? svnrOf({ ...contact, svn4: contact.svn4 }) : null
  const booking = insertBooking(ctx, service, {
    id,
    holdId: id,
    status: 'confirmed',
    startsAt: start,
    endsAt: start + service.durationMin * MINUTE,
    svnr: encryptSvnr(ctx, { id, svnr }),
    contact,
    ...columns,
  })
  endFulfilledEntry(ctx, booking)
  if (withoutPaddings) reserveWithoutPaddings(ctx, { service, start, bookingId: id })
  else reserve(ctx, service, start, { bookingId: id })
  recordEvent(ctx, id, 'entered', { message })
  recordAudit(ctx, 'booking-entered', bookingSubject(id))
  queueErpPush(ctx, booking)
  return booking
}

/** Refuses a service without a duration, which cannot reserve time. @throws Problem invalid */
export function assertHasDuration({ durationMin }: ServiceRow): void {
  const noDuration = 'Diese Leistung hat keine Dauer und kann nicht eingetragen werden.'
  if (durationMin === 0) throw new Problem('invalid', { fields: { service_id: noDuration } })
}

/**
 * Refuses a start in the past, not on a whole minute, or further ahead than `PRACTICE_DAYS_AHEAD`.
 * @throws Problem invalid (docs/behaviour.md 8.14)
 */
export function assertPossibleStart(ctx: Ctx, start: Instant): void {
  const refuse = (sentence: string): never => {
    throw new Problem('invalid', { fields: { start: sentence } })
  }
  if (start < ctx.now) refuse('Dieser Zeitpunkt liegt in der Vergangenheit.')
  if (start % MINUTE !== 0) refuse('Bitte eine Uhrzeit in ganzen Minuten angeben.')
  if (dayNumberAt(start) > dayNumberAt(ctx.now) + PRACTICE_DAYS_AHEAD) refuse(TOO_FAR_AHEAD)
}
