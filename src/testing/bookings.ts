import { hashToken } from '../access/crypto.ts'
import { randomToken } from '../access/random.ts'
import type { Db } from '../db/open.ts'
import { type Booking, bookings, emailVerifications, events, holds, occupations } from '../db/schema.ts'
import { stands } from '../shared/booking.ts'
import { mailboxKey } from '../shared/contact/email.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'

/** The default start is a Tuesday in Vienna. */
const START = Date.parse('2027-01-12T08:30:00+01:00')
const LENGTH = 30 * MINUTE

/** Inserts a booking of an invented patient with its occupation and events. */
export function insertBooking(db: Db, changes: Partial<Booking> = {}): Booking {
  const id = changes.id ?? randomToken()
  const startsAt = changes.startsAt ?? START
  const createdAt = changes.createdAt ?? startsAt - 8 * DAY_LENGTH
  const booking = db
    .insert(bookings)
    .values({
      id,
      holdId: id,
      status: 'requested',
      serviceId: 'akupunktur',
      serviceName: 'Akupunktur',
      notes: '',
      durationMin: 30,
      priceCents: 9000,
      startsAt,
      endsAt: startsAt + LENGTH,
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
    .returning()
    .get()
  const { status, resourceId, endsAt } = booking
  if (stands(status)) db.insert(occupations).values({ resourceId, startsAt, endsAt, bookingId: id }).run()
  db.insert(events).values({ bookingId: id, kind: 'requested', actor: 'visitor', at: createdAt }).run()
  if (status !== 'requested')
    db.insert(events).values({ bookingId: id, kind: status, actor: 'staff-link', at: createdAt }).run()
  return booking
}

/** Inserts a hold for half an hour, with its occupation. By default it starts as `insertBooking` does. */
export function insertHold(
  db: Db,
  { email, now, startsAt = START }: { email: string; now: number; startsAt?: number },
): string {
  const [id, endsAt, expiresAt] = [randomToken(), startsAt + LENGTH, now + 10 * MINUTE]
  db.insert(holds)
    .values({
      id,
      serviceId: 'akupunktur',
      startsAt,
      endsAt,
      email,
      origin: email,
      createdAt: now,
      expiresAt,
    })
    .run()
  db.insert(occupations).values({ resourceId: 'doctor-1', startsAt, endsAt, holdId: id, expiresAt }).run()
  return id
}

/** Marks the address as verified in this browser for a year from `now`. */
export function insertVerification(
  db: Db,
  { email, browser, now }: { email: string; browser: string; now: number },
) {
  const [token, code] = [randomToken(), '']
  db.insert(emailVerifications)
    .values({
      email,
      browser: hashToken(browser),
      token,
      code,
      expiresAt: now,
      verifiedAt: now + 365 * DAY_LENGTH,
    })
    .run()
}
