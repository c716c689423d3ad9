import type { Portal } from './portal.ts'

const DAY = 24 * 60 * 60_000
const MINUTE = 60_000

/** The Monday of the week after next: far enough ahead that nothing of it is over, whenever the walk is walked. */
export function aMonday(): string {
  const day = new Date(Date.now() + 14 * DAY)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** `2027-01-13` for two days after `2027-01-11`. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
}

/** The instant of a wall time in Vienna; the walk itself runs there (`timezoneId`), this program need not. */
export function at(day: string, time: string): number {
  const utc = Date.parse(`${day}T${time}:00Z`)
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Vienna',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return utc - (Date.parse(`${shown.format(utc).replace(' ', 'T')}Z`) - utc)
}

type Written = {
  day: string
  time: string
  minutes?: number
  name: string
  service?: string
  status?: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
}

/** An appointment of somebody invented, straight into the database; the answer is its id. */
export function writesDown(
  portal: Portal,
  { day, time, minutes = 30, name, service = 'Akupunktur', status = 'confirmed' }: Written,
): string {
  const id = `${name}-${day}-${time}`.replace(/[^\w]/g, '-').padEnd(30, '-')
  const [firstName, lastName] = name.split(' ')
  const start = at(day, time)
  const end = start + minutes * MINUTE
  const made = Date.now() - DAY
  portal.rows(
    `insert into bookings (id, hold_id, status, service_id, service_name, notes, duration_min, price_cents, starts_at, ends_at,
       salutation, first_name, last_name, email, mobile, address, zip, city, country, birth_on, created_at, updated_at)
     values (?, ?, ?, ?, ?, '', ?, 9000, ?, ?, 'Frau', ?, ?, 'rosa@musterfrau.example', '+436641234567',
       'Erfundene Gasse 7', '6850', 'Dornbirn', 'AT', '1980-01-01', ?, ?) returning id`,
    ...[id, id, status, service.toLowerCase(), service, minutes, start, end, firstName, lastName, made, made],
  )
  portal.rows(
    `insert into events (booking_id, kind, actor, at) values (?, 'requested', 'visitor', ?) returning id`,
    ...[id, made],
  )
  if (status === 'requested' || status === 'confirmed')
    portal.rows(
      `insert into occupations (resource_id, starts_at, ends_at, booking_id) values ('doctor-1', ?, ?, ?) returning id`,
      ...[start, end, id],
    )
  return id
}

/** Somebody is just filling in the form for this time. */
export function holds(portal: Portal, day: string, time: string): void {
  const start = at(day, time)
  const ends = Date.now() + 10 * MINUTE
  portal.rows(
    `insert into holds (id, service_id, starts_at, ends_at, email, origin, created_at, expires_at)
     values ('walk-hold', 'akupunktur', ?, ?, 'max@mustermann.example', 'walk', ?, ?) returning id`,
    ...[start, start + 45 * MINUTE, Date.now(), ends],
  )
  portal.rows(
    `insert into occupations (resource_id, starts_at, ends_at, hold_id, expires_at)
     values ('doctor-1', ?, ?, 'walk-hold', ?) returning id`,
    ...[start, start + 45 * MINUTE, ends],
  )
}

/** A week as it is: full and empty days, what waits and what was called off, closed days, early and late hours. */
export function fillsTheWeek(portal: Portal, monday: string): void {
  const on = (offset: number, time: string, name: string, rest: Partial<Written> = {}) =>
    writesDown(portal, { day: daysAfter(monday, offset), time, name, ...rest })
  on(0, '08:00', 'Rosa Musterfrau')
  on(0, '08:45', 'Wilhelmina Beispielhofer-Irgendwer', { minutes: 45 })
  on(0, '10:00', 'Max Mustermann', { service: 'Erstordination', minutes: 45, status: 'requested' })
  on(0, '11:00', 'Nina Ungenannt', { status: 'cancelled' })
  on(0, '11:00', 'Karl Testfall')
  on(0, '18:30', 'Spät Abendlich', { minutes: 20 })
  on(1, '08:15', 'Irma Irgendwer', { minutes: 45 })
  on(1, '09:15', 'Nils Niemals', { status: 'rejected' })
  on(1, '10:00', 'Anna Scheinbar', { service: 'Facial', minutes: 90 })
  on(3, '08:00', 'Willi Niemand')
  on(3, '08:30', 'Paula Probe')
  on(3, '09:00', 'Otto Kurz', { minutes: 15 })
  on(3, '09:15', 'Ella Kürzer', { minutes: 10 })
  on(4, '09:30', 'Eva Erfunden', { status: 'requested' })
  holds(portal, daysAfter(monday, 3), '14:00')
}
