import { randomBytes } from 'node:crypto'
import { DAY_LENGTH, HOUR, MINUTE } from '../../src/rules/day.ts'
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

/** Past wizard and decisions: the rows of an appointment, as they would have come to be. Returns its id. */
export function hasAppointment(portal: Portal, given: Given): string {
  const { firstName, lastName, status, startsAt, service = FOLLOW_UP } = given
  const { mobile = '+43 660 000 00 12', createdAt = Date.now() - 2 * HOUR } = given
  const id = randomBytes(24).toString('base64url')
  const [serviceId, serviceName, minutes] = service
  const endsAt = startsAt + minutes * MINUTE
  const email = `${firstName}.${lastName}@patient.example`.toLowerCase()
  portal.rows(
    `insert into bookings (id, hold_id, status, service_id, service_name, notes, duration_min, price_cents, starts_at, ends_at,
       salutation, first_name, last_name, email, mobile, address, zip, city, country, birth_on, created_at, updated_at)
     values (?, ?, ?, ?, ?, '', ?, 9000, ?, ?, 'Frau', ?, ?, ?, ?, 'Erfundene Gasse 7', '6850', 'Dornbirn', 'AT', '1958-03-14', ?, ?)
     returning id`,
    ...[id, id, status, serviceId, serviceName, minutes, startsAt, endsAt],
    ...[firstName, lastName, email, mobile, createdAt, createdAt],
  )
  portal.rows(
    `insert into events (booking_id, kind, actor, at) values (?, 'requested', 'visitor', ?) returning id`,
    ...[id, createdAt],
  )
  if (status !== 'requested')
    portal.rows(
      `insert into events (booking_id, kind, actor, message, at) values (?, ?, 'staff-link', 'Bitte nüchtern kommen.', ?) returning id`,
      ...[id, status, createdAt + MINUTE],
    )
  if (status === 'requested' || status === 'confirmed')
    portal.rows(
      `insert into occupations (resource_id, starts_at, ends_at, booking_id) values ('doctor-1', ?, ?, ?) returning id`,
      ...[startsAt, endsAt, id],
    )
  return id
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
