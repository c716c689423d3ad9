import { hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import { insertRow } from '../db/insert-row.ts'
import type { Db } from '../db/open.ts'
import {
  type Booking,
  bookings,
  emailVerifications,
  events,
  holds,
  occupations,
  offers,
  waitingEntries,
} from '../db/schema.ts'
import { isStanding } from '../shared/booking.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'

/** A Tuesday at 08:30. */
const DEFAULT_START = Date.parse('2027-01-12T08:30:00+01:00')
const APPOINTMENT_LENGTH = 30 * MINUTE

/**
 * Inserts a booking of an invented patient with its events, and with an occupation unless it is rejected or
 * cancelled. By default it is a request of half an hour, made eight days before its start.
 */
export function insertBooking(db: Db, changes: Partial<Booking> = {}): Booking {
  const id = changes.id ?? randomToken()
  const startsAt = changes.startsAt ?? DEFAULT_START
  const createdAt = changes.createdAt ?? startsAt - 8 * DAY_LENGTH
  const booking = insertRow(db, bookings, {
    id,
    holdId: id,
    status: 'requested',
    serviceId: 'akupunktur',
    serviceName: 'Akupunktur',
    notes: '',
    durationMin: 30,
    priceCents: 9000,
    startsAt,
    endsAt: startsAt + APPOINTMENT_LENGTH,
    salutation: 'Frau',
    firstName: 'Rosa',
    lastName: 'Musterfrau',
    email: 'rosa@musterfrau.example',
    mailbox: mailboxKey(changes.email ?? 'rosa@musterfrau.example'),
    mobile: '0664 1234567',
    address: 'Erfundene Gasse 7',
    zip: '6850',
    city: 'Dornbirn',
    country: 'AT',
    birthOn: '1980-01-01',
    svnr: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  })
  const { status, resourceId, endsAt } = booking
  if (isStanding(status)) insertRow(db, occupations, { resourceId, startsAt, endsAt, bookingId: id })
  insertRow(db, events, { bookingId: id, kind: 'requested', actor: 'visitor', at: createdAt })
  if (status !== 'requested')
    insertRow(db, events, { bookingId: id, kind: status, actor: 'staff-link', at: createdAt })
  return booking
}

/** The mailbox and origin of the patient, and the instants of the hold. */
type NewHold = { email: string; origin?: string; now: number; startsAt?: number; expiresAt?: number }

/**
 * Inserts a hold for half an hour, with its occupation. By default it starts at the default start of
 * `insertBooking`, expires ten minutes after `now`, and each mailbox has its own origin.
 */
export function insertHold(
  db: Db,
  { email, origin = email, now, startsAt = DEFAULT_START, expiresAt = now + 10 * MINUTE }: NewHold,
): string {
  const id = randomToken()
  const endsAt = startsAt + APPOINTMENT_LENGTH
  db.insert(holds)
    .values({
      id,
      serviceId: 'akupunktur',
      startsAt,
      endsAt,
      email,
      origin,
      createdAt: now,
      expiresAt,
    })
    .run()
  db.insert(occupations).values({ resourceId: 'doctor-1', startsAt, endsAt, holdId: id, expiresAt }).run()
  return id
}

/**
 * Inserts an open offer of half an hour, with its occupation, for a waiting patient with a booking.
 * @returns the id of the offer
 */
export function insertOffer(
  db: Db,
  offer: Readonly<{ bookingId: string; startsAt: number; expiresAt: number }>,
): string {
  const { bookingId, startsAt, expiresAt } = offer
  const id = randomToken()
  const endsAt = startsAt + APPOINTMENT_LENGTH
  // The entry of a patient with a booking has no contact of its own.
  const contact = { name: '', email: '', mailbox: '', mobile: '', actor: '' }
  const wishes = { serviceId: 'akupunktur', notAfterOn: '2027-03-01', weekdays: [], parts: [] }
  db.insert(waitingEntries)
    .values({ id, bookingId, ...contact, ...wishes, createdAt: 0 })
    .run()
  db.insert(offers)
    .values({ id, entryId: id, startsAt, endsAt, status: 'open', expiresAt, createdAt: 0 })
    .run()
  db.insert(occupations).values({ resourceId: 'doctor-1', startsAt, endsAt, offerId: id }).run()
  return id
}

/**
 * Marks the e-mail address as verified in this browser. It stays so for a year from `now`, because tests move
 * the clock by days.
 */
export function insertVerification(
  db: Db,
  { email, browser, now }: { email: string; browser: string; now: number },
) {
  db.insert(emailVerifications)
    .values({
      email,
      browser: hashToken(browser),
      token: randomToken(),
      // The code is used, so it is empty.
      code: '',
      expiresAt: now,
      verifiedAt: now + 365 * DAY_LENGTH,
    })
    .run()
}
