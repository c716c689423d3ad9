import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BookingStatus } from '../../src/shared/booking.ts'
import type { Instant } from '../../src/shared/day.ts'
import { aContact } from '../../src/testing/factory.ts'
import { BROWSER, holdBody } from '../bench/practice.ts'
import type { TestPractice } from './test-practice.ts'

/** The state of an appointment by the portal's answers; it is `held` until the hold was confirmed. */
export type State = Readonly<{ status: BookingStatus | 'held'; start: Instant }>

/** An appointment as the clients know it. */
export type Appointment = {
  hold: string
  id?: string
  acknowledged: State
  /** The state that was asked for without an answer. The portal may have done it or not. */
  unanswered?: State
  /** All states that were asked for, the latest last. */
  history: State[]
  /** The last digits of the mobile number. Each patient has a number of their own. */
  patientNumber: number
}

/** The clients' own record, which is independent of the database. */
export type Journal = {
  tries: number
  acknowledged: number
  refused: number
  appointments: Appointment[]
  /** Answers that no fault explains. */
  surprises: string[]
  /** The index of the start in `practice.starts` that the next client asks for. */
  next: number
}

/** Milliseconds that a client waits after a call that was refused or had no answer. */
const RETRY_PAUSE_MS = 20

type Answer = Readonly<{ status: number; body: Record<string, unknown> }>

type Options = Readonly<{
  /** The addresses of the servers; each call goes to a random one. */
  urls: readonly string[]
  practice: Pick<TestPractice, 'starts' | 'token'>
  clients: number
  signal: AbortSignal
  /** Statuses with which a call may be refused, besides 409. A refused call must have no effect. */
  refusals?: readonly number[]
}>

type Client = Options & Readonly<{ journal: Journal }>

type Call = Readonly<{ path: string; body: string; headers?: Readonly<Record<string, string>> | undefined }>

/** A call that is to bring an appointment to the state `to`. The label names it in the list of surprises. */
type Step = Readonly<{ label: string; path: string; body: object; to: State; headers?: Call['headers'] }>

/** Returns an empty journal. */
export function openJournal(): Journal {
  return { tries: 0, acknowledged: 0, refused: 0, appointments: [], surprises: [], next: 0 }
}

/**
 * Runs clients that hold, confirm, decide, move and cancel until the signal, and record what was
 * acknowledged. First they repeat the requests that have had no answer.
 */
export async function load(journal: Journal, options: Options): Promise<void> {
  const client = { ...options, journal }
  const toRepeat = journal.appointments.filter(({ unanswered }) => unanswered !== undefined)
  const clients = Array.from({ length: options.clients }, async () => {
    while (!options.signal.aborted) {
      const appointment = toRepeat.pop() ?? (await hold(client))
      if (appointment !== undefined) await continueBooking(client, appointment)
    }
  })
  await Promise.all(clients)
}

/** Asks for a hold. Sometimes two clients want the same time, of which one is refused. */
async function hold(client: Client): Promise<Appointment | undefined> {
  const { journal } = client
  const start = nextStart(client)
  journal.tries += 1
  const answer = await send(client, { path: '/api/hold', body: holdBody(start) })
  if (!countAnswer(client, 'hold', answer)) return undefined
  const held = { status: 'held', start: Date.parse(start) } as const
  const appointment: Appointment = {
    hold: answer.body.hold_id as string,
    acknowledged: held,
    history: [held],
    patientNumber: journal.next,
  }
  journal.appointments.push(appointment)
  return appointment
}

/**
 * Confirms, decides, moves and cancels the appointment at random, until a call is refused or has no answer.
 */
async function continueBooking(client: Client, appointment: Appointment): Promise<void> {
  if (appointment.acknowledged.status === 'held' || appointment.id === undefined) {
    if (chance(10) || !(await confirm(client, appointment))) return
  }
  if (appointment.acknowledged.status === 'requested') {
    if (chance(15) || !(await decide(client, appointment))) return
  }
  if (appointment.acknowledged.status !== 'confirmed') return
  if (chance(40)) await moveAppointment(client, appointment)
  // A move without an answer leaves the start unknown, so that a cancellation could not be checked. A refused
  // move leaves the appointment at its start.
  if (appointment.unanswered === undefined && chance(30)) await cancel(client, appointment)
}

/** Confirms the hold as the patient. Returns whether the call was acknowledged. */
async function confirm(client: Client, appointment: Appointment): Promise<boolean> {
  const answer = await takeStep(client, appointment, {
    label: 'confirm',
    path: '/api/booking/confirm',
    body: {
      hold_id: appointment.hold,
      contact: aContact({ mobile: `+43660${String(appointment.patientNumber).padStart(7, '0')}` }),
      consent: true,
      turnstile_token: `${appointment.hold}${randomInt(1e9)}`,
    },
    to: { ...appointment.acknowledged, status: 'requested' },
  })
  if (answer === undefined) return false
  const id = answer.body.id as string
  if (appointment.id !== undefined && appointment.id !== id)
    client.journal.surprises.push('two bookings of one hold')
  appointment.id = id
  return true
}

/** Confirms or rejects the request as the practice. Returns whether the call was acknowledged. */
async function decide(client: Client, appointment: Appointment): Promise<boolean> {
  const [verb, status] = chance(20) ? (['reject', 'rejected'] as const) : (['confirm', 'confirmed'] as const)
  const answer = await takeStep(client, appointment, {
    label: `admin ${verb}`,
    path: `/api/admin/${verb}`,
    body: { id: appointment.id, message: '' },
    to: { ...appointment.acknowledged, status },
    headers: adminHeaders(client),
  })
  return answer !== undefined
}

/** Moves the appointment as the practice. */
async function moveAppointment(client: Client, appointment: Appointment): Promise<void> {
  const start = nextStart(client)
  await takeStep(client, appointment, {
    label: 'admin move',
    path: `/api/admin/bookings/${appointment.id}/move`,
    body: { start, message: '', notify: true },
    to: { status: 'confirmed', start: Date.parse(start) },
    headers: adminHeaders(client),
  })
}

/** Cancels the appointment as the patient or as the practice, at random. */
async function cancel(client: Client, appointment: Appointment): Promise<void> {
  const { id, acknowledged } = appointment
  const to = { ...acknowledged, status: 'cancelled' } as const
  const step = chance(50)
    ? { label: 'patient cancel', path: '/api/patient/reject', body: { id, message: '' }, to }
    : {
        label: 'admin cancel',
        path: `/api/admin/bookings/${id}/cancel`,
        body: { message: '' },
        to,
        headers: adminHeaders(client),
      }
  await takeStep(client, appointment, step)
}

/** Sends the call of a step, and records what was asked for. Returns undefined if it was not acknowledged. */
async function takeStep(
  client: Client,
  appointment: Appointment,
  { label, path, body, to, headers }: Step,
): Promise<Answer | undefined> {
  if (client.signal.aborted) return undefined
  appointment.unanswered = to
  appointment.history.push(to)
  client.journal.tries += 1
  const answer = await send(client, { path, body: JSON.stringify(body), headers })
  if (answer.status !== 0) delete appointment.unanswered
  if (!countAnswer(client, label, answer)) return undefined
  appointment.acknowledged = to
  return answer
}

/** Counts the answer in the journal. Returns whether the call was acknowledged. */
function countAnswer({ journal, refusals = [] }: Client, label: string, { status, body }: Answer): boolean {
  if (status >= 200 && status < 300) {
    journal.acknowledged += 1
    return true
  }
  if (status === 409 || refusals.includes(status)) journal.refused += 1
  else if (status !== 0) journal.surprises.push(`${label}: ${status} ${JSON.stringify(body)}`)
  return false
}

/** Returns a free start. The next client asks for the same one in three of ten cases. */
function nextStart({ journal, practice }: Client): string {
  const start = practice.starts[journal.next]
  if (start === undefined) throw new Error('There are no more free times.')
  if (chance(70)) journal.next += 1
  return start
}

function adminHeaders({ practice }: Client): Record<string, string> {
  return { authorization: `Bearer ${practice.token}` }
}

/** Sends a call to one of the servers. The status is 0 if the connection breaks. */
async function send({ urls }: Client, { path, body, headers = {} }: Call): Promise<Answer> {
  try {
    const answer = await fetch(`${urls[randomInt(urls.length)]}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `ordi_browser=${BROWSER}`, ...headers },
      body,
    })
    if (!answer.ok) await setTimeout(RETRY_PAUSE_MS)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    await setTimeout(RETRY_PAUSE_MS)
    return { status: 0, body: {} }
  }
}

/** Returns true in this percentage of calls. */
function chance(percent: number): boolean {
  return randomInt(100) < percent
}
