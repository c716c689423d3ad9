import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BookingStatus } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'
import { aContact } from '../../src/testing/factory.ts'
import { BROWSER, holdBody } from '../bench/practice.ts'
import type { Place } from './place.ts'

/** The state of an appointment by the portal's answers; it is `held` until the hold was confirmed. */
export type State = Readonly<{ status: BookingStatus | 'held'; start: Instant }>

export type Appointment = {
  hold: string
  id?: string
  acknowledged: State
  /** The state that was asked for without an answer. The portal may have done it or not. */
  asked?: State
  /** All states that were asked for, the latest last. */
  history: State[]
  tag: number
}

/** The clients' own record, which is independent of the database. */
export type Journal = {
  tries: number
  acknowledged: number
  refused: number
  appointments: Appointment[]
  /** Answers that no fault explains. */
  surprises: string[]
  next: number
}

/** Milliseconds that a client waits after a call that was refused or had no answer. */
const PAUSE = 20

type Answer = Readonly<{ status: number; body: Record<string, unknown> }>

type Options = Readonly<{
  /** The addresses of the servers; each call goes to a random one. */
  urls: readonly string[]
  place: Pick<Place, 'starts' | 'token'>
  clients: number
  signal: AbortSignal
  /** Statuses with which a call may be refused, besides 409. A refused call must have no effect. */
  refusals?: readonly number[]
}>

export function openJournal(): Journal {
  return { tries: 0, acknowledged: 0, refused: 0, appointments: [], surprises: [], next: 0 }
}

/**
 * Runs clients that hold, confirm, decide, move and cancel until the signal, and record what was
 * acknowledged. First they repeat the requests that have had no answer.
 */
export async function load(journal: Journal, options: Options): Promise<void> {
  const open = journal.appointments.filter(({ asked }) => asked !== undefined)
  const clients = Array.from({ length: options.clients }, async () => {
    while (!options.signal.aborted) {
      const appointment = open.pop() ?? (await hold(journal, options))
      if (appointment !== undefined) await continueBooking(journal, options, appointment)
    }
  })
  await Promise.all(clients)
}

/** Asks for a hold. Sometimes two clients want the same time, of which one is refused. */
async function hold(journal: Journal, options: Options): Promise<Appointment | undefined> {
  const start = nextStart(journal, options)
  journal.tries += 1
  const answer = await call(options, '/api/hold', holdBody(start))
  if (!settle(journal, options, answer, 'hold')) return undefined
  const held = { status: 'held', start: Date.parse(start) } as const
  const appointment: Appointment = {
    hold: answer.body.hold_id as string,
    acknowledged: held,
    history: [held],
    tag: journal.next,
  }
  journal.appointments.push(appointment)
  return appointment
}

/**
 * Confirms, decides, moves and cancels the appointment at random, until a call is refused or has no answer.
 */
async function continueBooking(journal: Journal, options: Options, appointment: Appointment): Promise<void> {
  const { place } = options
  const admin = { authorization: `Bearer ${place.token}` }
  const step = async (
    path: string,
    body: object,
    to: State,
    headers: Record<string, string> = {},
  ): Promise<boolean> => {
    if (options.signal.aborted) return false
    appointment.asked = to
    appointment.history.push(to)
    journal.tries += 1
    const answer = await call(options, path, JSON.stringify(body), headers)
    if (answer.status !== 0) delete appointment.asked
    if (!settle(journal, options, answer, path.replace(appointment.id ?? ' ', ':id'))) return false
    appointment.acknowledged = to
    if (path === '/api/booking/confirm') {
      const id = answer.body.id as string
      if (appointment.id !== undefined && appointment.id !== id)
        journal.surprises.push('two bookings of one hold')
      appointment.id = id
    }
    return true
  }
  const { start } = appointment.acknowledged
  if (appointment.acknowledged.status === 'held' || appointment.id === undefined) {
    if (chance(10)) return
    const contact = aContact({ mobile: `+43660${String(appointment.tag).padStart(7, '0')}` })
    const body = {
      hold_id: appointment.hold,
      contact,
      consent: true,
      turnstile_token: `${appointment.hold}${randomInt(1e9)}`,
    }
    if (!(await step('/api/booking/confirm', body, { status: 'requested', start }))) return
  }
  const { id = '' } = appointment
  const message = ''
  if (appointment.acknowledged.status === 'requested') {
    if (chance(15)) return
    const decision = chance(20) ? (['reject', 'rejected'] as const) : (['confirm', 'confirmed'] as const)
    if (!(await step(`/api/admin/${decision[0]}`, { id, message }, { status: decision[1], start }, admin)))
      return
  }
  if (appointment.acknowledged.status !== 'confirmed') return
  if (chance(40)) {
    const to = nextStart(journal, options)
    const moved = { status: 'confirmed', start: Date.parse(to) } as const
    await step(`/api/admin/bookings/${id}/move`, { start: to, message, notify: true }, moved, admin)
    if (appointment.asked !== undefined) return
  }
  if (chance(30)) {
    const cancelled = { status: 'cancelled', start: appointment.acknowledged.start } as const
    if (chance(50)) await step('/api/patient/reject', { id, message }, cancelled)
    else await step(`/api/admin/bookings/${id}/cancel`, { message }, cancelled, admin)
  }
}

/** Counts the answer in the journal. @returns whether the call was acknowledged */
function settle(
  journal: Journal,
  { refusals = [] }: Options,
  { status, body }: Answer,
  path: string,
): boolean {
  if (status >= 200 && status < 300) {
    journal.acknowledged += 1
    return true
  }
  if (status === 409 || refusals.includes(status)) journal.refused += 1
  else if (status !== 0) journal.surprises.push(`${path}: ${status} ${JSON.stringify(body)}`)
  return false
}

function nextStart(journal: Journal, { place }: Options): string {
  const start = place.starts[journal.next]
  if (start === undefined) throw new Error('There are no more free times.')
  if (chance(70)) journal.next += 1
  return start
}

/** Sends a call to one of the servers. The status is 0 if the connection breaks. */
async function call(
  { urls }: Options,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const answer = await fetch(`${urls[randomInt(urls.length)]}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `ordi_browser=${BROWSER}`, ...headers },
      body,
    })
    if (!answer.ok) await setTimeout(PAUSE)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    await setTimeout(PAUSE)
    return { status: 0, body: {} }
  }
}

function chance(percent: number): boolean {
  return randomInt(100) < percent
}
