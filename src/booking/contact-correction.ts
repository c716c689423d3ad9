import { eq } from 'drizzle-orm'
import { bookingSubject, changesBetween, recordAudit } from '../access/audit.ts'
import { decrypt, encrypt } from '../access/crypto.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { redirectWaiting } from '../messaging/outbox/recipient.ts'
import { BOOKED_BY } from '../shared/contact/booker-text.ts'
import type { ContactField } from '../shared/contact/contact.ts'
import { CONTACT_HEADINGS } from '../shared/contact/contact.ts'
import { emailKey } from '../shared/contact/email.ts'
import type { CorrectedContact } from '../shared/contact/manual-contact.ts'
import { composeSvnr, isSvnr, svnrOf } from '../shared/contact/svnr.ts'
import { Problem } from '../shared/problems.ts'
import { changeBooking, getBooking } from './bookings.ts'
import { contactColumns, storedContact } from './contact-columns.ts'
import { findLastEvent, recordEvent } from './events.ts'

/**
 * Corrects the contact of a booking for the practice, in any status, also when it is over. Waiting messages
 * go to the new address and number, and Odoo gets the new contact. Event and audit row name the fields and
 * never a value (docs/behaviour.md 8.29–8.31).
 * @returns the fields that have changed; empty for the same contact
 * @throws Problem 'not found'; invalid when the stored social security number does not fit a new birth date
 */
export function correctContact(ctx: Ctx, id: string, { svn4, ...sent }: CorrectedContact): ContactField[] {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const contact = { ...sent, booker: sent.booker, email: emailKey(sent.email) }
    const isSvnrKept = svn4 === '' && contact.birthDate === booking.birthOn
    const stored = isSvnrKept ? null : readSvnr(ctx, booking)
    const corrected = isSvnrKept ? null : correctedSvnr(stored, booking, { svn4, ...contact })
    const fields = changesBetween(
      { ...storedContact(booking), svn4: stored },
      { ...contact, svn4: corrected },
    ).map(({ field }) => field as ContactField)
    if (fields.length === 0) return fields
    const after = changeBooking(ctx, id, {
      ...contactColumns(contact),
      ...(fields.includes('svn4') && { svnr: corrected && encrypt(ctx, `bookings:svnr:${id}`, corrected) }),
    })
    recordEvent(ctx, id, 'contact-changed', { message: fields.map((field) => HEADINGS[field]).join(', ') })
    recordAudit(
      ctx,
      'booking-contact-changed',
      bookingSubject(id),
      fields.map((field) => ({ field })),
    )
    redirectWaiting(ctx, after)
    if (after.status === 'confirmed' && after.endsAt > ctx.now) queueErpPush(ctx, after)
    return fields
  })
}

/**
 * Returns a sentence that names the last staff member who corrected the contact; undefined when there is
 * none.
 */
export function correctedBy(ctx: Ctx, id: string): string | undefined {
  const last = findLastEvent(ctx, id, eq(events.kind, 'contact-changed'))
  return last && `${last.actorName} hat die Kontaktdaten inzwischen geändert.`
}

const HEADINGS: Readonly<Record<ContactField, string>> = {
  ...CONTACT_HEADINGS,
  svn4: 'SVNR',
  reminderBySms: 'Erinnerung per SMS',
  booker: BOOKED_BY,
}

/** Decrypts the social security number of a booking; null when none is stored. */
export function readSvnr(ctx: Ctx, { id, svnr }: Booking): string | null {
  return svnr === null ? null : decrypt(ctx, `bookings:svnr:${id}`, svnr)
}

/**
 * @throws Problem invalid when the stored number holds the old birth date and its key does not fit the new
 * one
 */
function correctedSvnr(
  stored: string | null,
  { birthOn }: Booking,
  { svn4, birthDate }: Pick<CorrectedContact, 'svn4' | 'birthDate'>,
): string | null {
  if (svn4 !== '') return svnrOf({ svn4, birthDate })
  const key = stored?.slice(0, 4) ?? ''
  // A number with another date than the birth date does not change with it.
  if (stored !== composeSvnr(key, birthOn)) return stored
  const composed = composeSvnr(key, birthDate)
  if (!isSvnr(composed)) throw new Problem('invalid', { fields: { svn4: DOES_NOT_FIT } })
  return composed
}

const DOES_NOT_FIT =
  'Die gespeicherte SVNR passt nicht zum neuen Geburtsdatum. Bitte neu eingeben oder entfernen.'
