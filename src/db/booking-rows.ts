import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from './open.ts'
import { type Booking, bookings } from './schema.ts'

/** Finds a booking. The id is null in messages and waiting entries whose booking was deleted. */
export function findBooking({ db }: Pick<Ctx, 'db'>, id: string | null): Booking | undefined {
  return id === null ? undefined : db.select().from(bookings).where(eq(bookings.id, id)).get()
}

/**
 * Returns the SQL condition that a mailbox is a stranger's: the practice has never confirmed a booking of it,
 * so a bot may have made it up.
 */
export function isOfStranger(mailbox: SQLWrapper): SQL {
  return sql`not exists (
    select 1 from ${bookings} as known where known.mailbox = ${mailbox} and known.status = 'confirmed')`
}

const strangerRow = prepared((db) =>
  db
    .select({ one: sql`1` })
    .from(sql`(select 1)`)
    .where(isOfStranger(sql.placeholder('mailbox')))
    .prepare(),
)

/** Returns whether a mailbox is a stranger's, as `isOfStranger` defines it. */
export function isStranger(ctx: Ctx, mailbox: string): boolean {
  return strangerRow(ctx.db).get({ mailbox }) !== undefined
}
