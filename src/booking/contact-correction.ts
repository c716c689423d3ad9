import { eq } from 'drizzle-orm'
import { bookingSubject, changesBetween, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { redirectWaiting } from '../messaging/outbox/redirection.ts'
import { BOOKED_BY } from '../shared/contact/booker-text.ts'
import { CONTACT_HEADINGS, type ContactField } from '../shared/contact/contact.ts'
import { emailKey } from '../shared/contact/email.ts'
import type { PracticeContact } from '../shared/contact/manual-contact.ts'
import { composeSvnr, isSvnr, svnrOf } from '../shared/contact/svnr.ts'
import type { Day } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { contactColumns, storedContact } from './contact-columns.ts'
import { findLastEvent, recordEvent } from './events.ts'
import { decryptSvnr, encryptSvnr } from './stored-svnr.ts'

const DOES_NOT_FIT =
  'Die gespeicherte SVNR passt nicht zum neuen Geburtsdatum. Bitte neu eingeben oder entfernen.'

const HEADINGS: Readonly<Record<ContactField, string>> = {
  ...CONTACT_HEADINGS,
  svn4: 'SVNR',
  reminderBySms: 'Erinnerung per SMS',
  booker: BOOKED_BY,
}

/**
 * Corrects the contact of a booking for the practice, in any status, even when it is over. Waiting messages
 * go to the new e-mail address and number, and Odoo gets the new contact. Event and audit row name the
 * fields, but no values (docs/behaviour.md 8.29–8.31).
 * @returns the fields that have changed; empty for the same contact
 * @throws Problem 'not found'; invalid when the stored social security number does not fit a new birth date
 */
export function correctContact(ctx: Ctx, id: string, { svn4, ...typed }: PracticeContact): ContactField[] {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    // A missing booker removes the stored one, so the comparison needs the key even without a value.
    const contact = { ...typed, booker: typed.booker, email: emailKey(typed.email) }
    const svnr = svnrChange(ctx, booking, { svn4, birthDate: contact.birthDate })
    const changes = changesBetween(
      { ...storedContact(booking), svn4: svnr.before },
      { ...contact, svn4: svnr.after },
    )
    // Both objects have only fields of a contact.
    const fields = changes.map(({ field }) => field as ContactField)
    if (fields.length === 0) return fields
    const corrected = changeBooking(ctx, id, {
      ...contactColumns(contact),
      ...(fields.includes('svn4') && { svnr: encryptSvnr(ctx, { id, svnr: svnr.after }) }),
    })
    recordCorrection(ctx, id, fields)
    redirectWaiting(ctx, corrected)
    if (corrected.status === 'confirmed' && corrected.endsAt > ctx.now) queueErpPush(ctx, corrected)
    return fields
  })
}

/** Records the names of the changed fields in the history of the booking and in the audit. */
function recordCorrection(ctx: Ctx, id: string, fields: readonly ContactField[]): void {
  recordEvent(ctx, id, 'contact-changed', { message: fields.map((field) => HEADINGS[field]).join(', ') })
  recordAudit(
    ctx,
    'booking-contact-changed',
    bookingSubject(id),
    fields.map((field) => ({ field })),
  )
}

/** The fields that decide the number. As `svn4`, '' keeps the stored number, and null removes it. */
type SvnrInput = Pick<PracticeContact, 'svn4' | 'birthDate'>

type SvnrChange = Readonly<{ before: string | null; after: string | null }>

/** A number that stays the same. The comparison needs only equal values, so the number is not decrypted. */
const SVNR_UNCHANGED: SvnrChange = { before: null, after: null }

/**
 * Returns the social security number before and after the correction.
 * @throws Problem invalid when the stored number contains the old birth date and its key does not fit the new
 * one
 */
function svnrChange(ctx: Ctx, booking: Booking, { svn4, birthDate }: SvnrInput): SvnrChange {
  const keepsStored = svn4 === ''
  if (keepsStored && birthDate === booking.birthOn) return SVNR_UNCHANGED
  const before = decryptSvnr(ctx, booking)
  const after = keepsStored ? withBirthDate(before, booking, birthDate) : svnrOf({ svn4, birthDate })
  return { before, after }
}

/** Returns the stored number with the new birth date, if it contains the old one. @throws Problem invalid */
function withBirthDate(stored: string | null, { birthOn }: Booking, birthDate: Day): string | null {
  const key = stored?.slice(0, 4) ?? ''
  // A number with another date than the old birth date stays as it is.
  if (stored !== composeSvnr(key, birthOn)) return stored
  const composed = composeSvnr(key, birthDate)
  if (!isSvnr(composed)) throw new Problem('invalid', { fields: { svn4: DOES_NOT_FIT } })
  return composed
}

/**
 * Returns a sentence that names the last staff member who corrected the contact; undefined when nobody has.
 */
export function describeLastCorrection(ctx: Ctx, id: string): string | undefined {
  const correction = findLastEvent(ctx, id, eq(events.kind, 'contact-changed'))
  return correction && `${correction.actorName} hat die Kontaktdaten inzwischen geändert.`
}
