import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookings } from './schema.ts'

/** Finds a booking. Messages and waiting entries have the id null after their booking was deleted. */
export function findBooking({ db }: Pick<Ctx, 'db'>, id: string | null): Booking | undefined {
  return id === null ? undefined : db.select().from(bookings).where(eq(bookings.id, id)).get()
}
