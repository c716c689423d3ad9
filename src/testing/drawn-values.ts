import type { Contact } from '../shared/contact/contact.ts'
import { MINUTE } from '../shared/day.ts'
import { EMAILS, MORNINGS_OF_CHANGES, RESOURCES } from './change-commands.ts'
import { aContact } from './factory.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { pickFrom } from './model-test-commands.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module turns the numbers that the model test of all changes draws (change-commands.ts) into the values
 * that the verbs of the portal take. The functions that choose from the database return '' without a row, so
 * that the portal refuses the change as that of an unknown id.
 */

/** The times of starts are multiples of this from 08:00. They need not suit the service. */
const STEP = 20 * MINUTE

/** Returns the start with this number on this day. */
export function startOf({ day, step }: { day: number; step: number }): number {
  return Date.parse(`${MORNINGS_OF_CHANGES[day]}T08:00:00+01:00`) + step * STEP
}

export function serviceIdOf({ service }: { service: number }): string {
  return (MODEL_SERVICES[service] ?? MODEL_SERVICES[0]).id
}

/** Returns the wished resource; undefined for none. */
export function wishedResourceOf({ wish }: { wish: number }): string | undefined {
  return RESOURCES[wish]
}

export function patientEmailOf({ patient }: { patient: number }): string {
  return EMAILS[patient] ?? ''
}

/** Returns what the practice enters, without the start. */
export function manualBookingOf(step: { service: number; wish: number; patient: number }) {
  // The type of `aContact` also allows wrong values.
  const contact = aContact({ email: patientEmailOf(step) }) as Contact
  return { serviceId: serviceIdOf(step), wish: wishedResourceOf(step), contact, message: '' }
}

/** Returns a move by the practice. */
export function moveOf(step: { day: number; step: number; wish: number; undoable: boolean }) {
  return {
    start: startOf(step),
    wish: wishedResourceOf(step),
    message: '',
    notify: true,
    undoable: step.undoable,
  }
}

/** Chooses a booking that meets an SQL condition. */
export function bookingIdOf(app: TestApp, { pick }: { pick: number }, condition = 'true'): string {
  const bookings = app.rows<{ id: string }>(`select id from bookings where ${condition} order by rowid`)
  return pickFrom(bookings, pick)?.id ?? ''
}

/** Chooses an entry of the waiting list that has not ended. */
export function entryIdOf(app: TestApp, { pick }: { pick: number }): string {
  const waiting = app.rows<{ id: string }>(
    'select id from waiting_entries where ended_at is null order by rowid',
  )
  return pickFrom(waiting, pick)?.id ?? ''
}

/** Chooses an open offer. */
export function offerIdOf(app: TestApp, { pick }: { pick: number }): string {
  const open = app.rows<{ id: string }>(`select id from offers where status = 'open' order by rowid`)
  return pickFrom(open, pick)?.id ?? ''
}
