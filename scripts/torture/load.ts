import { randomInt } from 'node:crypto'
import { aContact } from '../../src/testing/factory.ts'
import { holdBody } from '../bench/hold-requests.ts'
import { type Client, countAnswer, type LoadOptions, sendCall, takeStep } from './client.ts'
import type { Appointment, Journal } from './journal.ts'

/** How often a client does each of these, in percent. */
const CHANCES = {
  leaveHold: 10,
  leaveRequest: 15,
  reject: 20,
  move: 40,
  cancel: 30,
  cancelAsPatient: 50,
  /** Lets the next client ask for another start. Otherwise it asks for the same one, and must be refused. */
  goToNextStart: 70,
}

/**
 * Runs clients that hold, confirm, decide, move and cancel until the signal, and record what was
 * acknowledged. First they repeat the requests that have had no answer.
 */
export async function runClients(journal: Journal, options: LoadOptions): Promise<void> {
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

/** Asks for a hold. Returns the appointment; undefined when the call was not acknowledged. */
async function hold(client: Client): Promise<Appointment | undefined> {
  const { journal } = client
  const start = nextStart(client)
  journal.tries += 1
  const answer = await sendCall(client, { path: '/api/hold', body: holdBody(start) })
  if (!countAnswer(client, 'hold', answer)) return undefined
  const held = { status: 'held', start: Date.parse(start) } as const
  const appointment: Appointment = {
    hold: answer.body.hold_id as string,
    acknowledged: held,
    history: [held],
    patientNumber: journal.nextStart,
  }
  journal.appointments.push(appointment)
  return appointment
}

/**
 * Confirms, decides, moves and cancels the appointment at random, until a call is refused or has no answer.
 */
async function continueBooking(client: Client, appointment: Appointment): Promise<void> {
  if (appointment.acknowledged.status === 'held' || appointment.id === undefined) {
    if (happens('leaveHold') || !(await confirm(client, appointment))) return
  }
  if (appointment.acknowledged.status === 'requested') {
    if (happens('leaveRequest') || !(await decide(client, appointment))) return
  }
  if (appointment.acknowledged.status !== 'confirmed') return
  if (happens('move')) await moveAppointment(client, appointment)
  // A move without an answer leaves the start unknown, so that a cancellation could not be checked. A refused
  // move leaves the appointment at its start.
  if (appointment.unanswered === undefined && happens('cancel')) await cancel(client, appointment)
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
  const [verb, status] = happens('reject')
    ? (['reject', 'rejected'] as const)
    : (['confirm', 'confirmed'] as const)
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
  const step = happens('cancelAsPatient')
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

/** Returns a start of the practice, which is free unless another client has asked for it already. */
function nextStart({ journal, practice }: Client): string {
  const start = practice.freeStarts[journal.nextStart]
  if (start === undefined) throw new Error('There are no more free times.')
  if (happens('goToNextStart')) journal.nextStart += 1
  return start
}

function adminHeaders({ practice }: Client): Record<string, string> {
  return { authorization: `Bearer ${practice.token}` }
}

/** Returns true as often as `CHANCES` says. */
function happens(event: keyof typeof CHANCES): boolean {
  return randomInt(100) < CHANCES[event]
}
