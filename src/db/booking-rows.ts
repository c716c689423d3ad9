import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings } from './schema.ts'

/** The booking with this id, which a message or an entry of the waiting list may have lost. */
export function findBooking({ db }: Pick<Ctx, 'db'>, id: string | null): Booking | undefined {
  return id === null ? undefined : db.select().from(bookings).where(eq(bookings.id, id)).get()
}
