import { and, eq, lte, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { messageDictionaries, messages } from '../../db/schema.ts'
import { MY_BOOKINGS, patientUrl, staffUrl } from '../../practice/addresses.ts'
import { readSettings } from '../../practice/settings.ts'
import { bookerColumns } from '../../shared/booker.ts'
import { CANCEL_HOURS } from '../../shared/booking.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { confirmedEmail, newReservationEmail } from '../email/templates.ts'
import { bodyText, type Dictionary, packedColumns } from './bodies.ts'

/** As many as take a few milliseconds. */
const AT_ONCE = 10

/**
 * The condition of the index `messages_to_pack`, as a literal: e-mails that nobody sends, without links that still decide, which
 * are looked for in the text (decision-links.ts).
 */
const TO_PACK = sql`${messages.packed} is null and ${messages.emptied} is null and ${messages.status} not in ('queued', 'sending') and instr(${messages.text}, '&sig=') = 0`

/** Packs the bodies of some e-mails that are a day old. @returns whether there may be more */
export function packBodies(ctx: Ctx): boolean {
  return inTx(ctx, () => {
    const rows = toPack(ctx, AT_ONCE).all()
    if (rows.length === 0) return false
    const dictionary = storedDictionary(ctx)
    for (const row of rows)
      ctx.db.update(messages).set(packedColumns(row, dictionary)).where(eq(messages.id, row.id)).run()
    return rows.length === AT_ONCE
  })
}

/** The query for the e-mails that can be packed. */
export function toPack(ctx: Ctx, most: number) {
  const { id, text, html, calendar } = messages
  return ctx.db
    .select({ id, text, html, calendar })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), TO_PACK, lte(messages.createdAt, ctx.now - DAY_LENGTH)))
    .limit(most)
}

/** A new one when the templates or the practice's data have changed since the last. */
function storedDictionary(ctx: Ctx): Dictionary {
  const text = [newReservationEmail(specimen(ctx)), confirmedEmail(specimen(ctx))]
    .map((email) => bodyText({ ...email, calendar: null }))
    .join('')
  ctx.db.insert(messageDictionaries).values({ text }).onConflictDoNothing().run()
  return ctx.db
    .select()
    .from(messageDictionaries)
    .where(eq(messageDictionaries.text, text))
    .get() as Dictionary
}

/** An appointment of nobody, always the same. */
function specimen(ctx: Ctx) {
  const startsAt = Date.parse('2027-01-12T08:30:00+01:00')
  const createdAt = startsAt - 7 * DAY_LENGTH
  return {
    practice: readSettings(ctx, 'practice'),
    booking: {
      salutation: 'Frau',
      firstName: 'Maria',
      lastName: 'Muster',
      email: 'maria@muster.example',
      mobile: '0660 1234567',
      country: 'AT',
      ...bookerColumns(),
      serviceName: 'Erstordination',
      priceCents: 18_000,
      notes: '',
      startsAt,
      createdAt,
    },
    message: '',
    duration: 'ca. 45 Min',
    hint: 'Bitte bringen Sie Ihre Befunde mit.',
    now: createdAt,
    overviewUrl: patientUrl(ctx, '/patient/overview?id='),
    cancelUrl: patientUrl(ctx, '/patient/reject?id='),
    moveUrl: patientUrl(ctx, '/patient/move?id='),
    myBookingsUrl: patientUrl(ctx, MY_BOOKINGS),
    cancelHours: CANCEL_HOURS,
    confirmUrl: staffUrl(ctx, '/admin/confirm?id='),
    rejectUrl: staffUrl(ctx, '/admin/reject?id='),
    adminUrl: staffUrl(ctx, '/admin'),
  }
}
