import { signStaffLink } from '../../src/access/links.ts'
import type { Booking } from '../../src/db/schema.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../src/shared/day.ts'
import { insertBooking } from '../../src/testing/bookings.ts'
import type { Portal } from './portal.ts'

export type Given = {
  firstName: string
  lastName: string
  status: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
  startsAt: number
  service?: [id: string, name: string, minutes: number]
  mobile?: string
  createdAt?: number
}

const FOLLOW_UP: [string, string, number] = ['folgebehandlung', 'Folgebehandlung', 30]

/** An appointment in the practice's book, past the wizard. Returns its id. */
export function hasAppointment(portal: Portal, given: Given): string {
  const { service = FOLLOW_UP, startsAt, lastName, firstName } = given
  const [serviceId, serviceName, durationMin] = service
  return insertBooking(portal.ctx().db, {
    ...{ firstName, lastName, status: given.status, startsAt },
    ...{ serviceId, serviceName, durationMin, endsAt: startsAt + durationMin * MINUTE },
    email: `${firstName}.${lastName}@patient.example`.toLowerCase(),
    mobile: given.mobile ?? '+43 660 000 00 12',
    createdAt: given.createdAt ?? Date.now() - 2 * HOUR,
  }).id
}

/**
 * A booking past the wizard with the addresses that its letters carry: half past eight on a morning next week, each
 * one a day after the one before.
 */
export function anAppointment(portal: Portal, changes: Partial<Booking> = {}) {
  const ctx = portal.ctx()
  const [booked] = portal.rows<{ count: number }>('select count(*) as count from bookings')
  const { id, startsAt } = insertBooking(ctx.db, {
    startsAt: onDay(8 + (booked?.count ?? 0), '08:30'),
    createdAt: ctx.now - 2 * HOUR,
    notes: 'Bitte bringen Sie vorhandene Befunde und eine Liste Ihrer Medikamente mit.',
    ...changes,
  })
  const staffLink = (action: 'confirm' | 'reject', until = startsAt) =>
    `/admin/${action}?id=${id}&sig=${signStaffLink(ctx, action, id, until)}`
  return {
    id,
    startsAt,
    staffLink,
    confirm: staffLink('confirm'),
    reject: staffLink('reject'),
    cancel: `/patient/reject?id=${id}`,
    overview: `/patient/overview?id=${id}`,
    status: () => portal.rows<{ status: string }>('select status from bookings where id = ?', id)[0]?.status,
    /** What was written about it so far, in order. */
    letters: () =>
      portal
        .rows<{ kind: string }>('select kind from emails where booking_id = ? order by id', id)
        .map(({ kind }) => kind),
  }
}

/** Epoch milliseconds of a wall time so many days from today; walks run with Vienna's clock. */
export function onDay(days: number, time: string): number {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' }).format(
    Date.now() + days * DAY_LENGTH,
  )
  const guess = Date.parse(`${day}T${time}:00Z`)
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Vienna',
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(guess)
  return guess - (Date.parse(`${shown.replace(' ', 'T')}Z`) - guess)
}
