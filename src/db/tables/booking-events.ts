import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Booking, bookings } from './bookings.ts'
import type { occupations } from './occupations.ts'

/** The kinds of events that change the appointment. */
export const CHANGE_KINDS = [
  'requested',
  /** A manual booking of the practice, confirmed at once. */
  'entered',
  'moved',
  'move-asked',
  'move-rejected',
  /** The patient has withdrawn the wish for another time. */
  'move-withdrawn',
  /** The practice had not decided before the earlier of the two times began. */
  'move-lapsed',
  /** The patient has moved the booking to a time that the waiting list offered. */
  'offer-taken',
  'confirmed',
  'rejected',
  'cancelled',
  /** The practice has entered the cancelled booking again at its time. */
  'reinstated',
  'undone',
] as const

const EVENT_KINDS = [
  ...CHANGE_KINDS,
  /** `message` names the changed fields. */
  'contact-changed',
  /** The practice has changed an internal note, whose text the event does not contain. */
  'note-changed',
  'arrived',
  'no-show',
  'attendance-removed',
  /** The patient was notified that the practice runs late; `message` says by how much. */
  'late-told',
  /** The practice has written to the patient; `message` is the text. */
  'written',
  /** The practice has called the patient. */
  'called',
] as const

/**
 * The columns of a booking that a confirmation or a move changes, and that undo puts back (docs/behaviour.md
 * 8.19 and 8.28).
 */
export type Undoable = Pick<
  Booking,
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'resourceId'
  | 'moveToAt'
  | 'moveToResourceId'
  | 'moveAskedAt'
  | 'moves'
  | 'remindedAt'
  | 'attendance'
  | 'answeredAfterMs'
  | 'cancelledBy'
  | 'cancelledAheadMs'
  | 'fromWaitingList'
>

/** The time that a cancelled booking had, paddings included. */
export type GivenUpTime = Pick<typeof occupations.$inferSelect, 'resourceId' | 'startsAt' | 'endsAt'>

/** The changes of bookings with their time and author. Rows are only added. */
export const events = sqliteTable(
  'events',
  {
    id: integer().primaryKey(),
    bookingId: text('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    actor: text().notNull(),
    /** An admin's e-mail address, else empty. */
    actorName: text('actor_name').notNull().default(''),
    /** The author's text for the other side; may be empty. */
    message: text().notNull().default(''),
    /** For moves: the start before the event, and the other start that the event is about. */
    movedFromAt: integer('moved_from_at'),
    movedToAt: integer('moved_to_at'),
    at: integer().notNull(),
    /**
     * The change can be undone until then, and its messages wait until then. Null means that it cannot be
     * undone.
     */
    undoUntil: integer('undo_until'),
    /** The booking before a change that can be undone. */
    before: text({ mode: 'json' }).$type<Undoable & { givenUp?: GivenUpTime | undefined }>(),
  },
  (t) => [index('events_by_booking').on(t.bookingId)],
)
