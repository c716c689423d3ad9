import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { VERIFIED_BROWSER } from '../bench/hold-requests.ts'
import type { Appointment, Journal, State } from './journal.ts'
import type { TestPractice } from './test-practice.ts'

/** This module sends the calls of a client, and records their answers in the journal. */

/** Milliseconds that a client waits after a call that was refused or had no answer. */
const RETRY_PAUSE_MS = 20

/** An answer of the portal. Its status is 0 if the connection has broken. */
type Answer = Readonly<{ status: number; body: Record<string, unknown> }>

/** The load on a storm: who sends calls, where to, and until when. */
export type LoadOptions = Readonly<{
  /** The URLs of the servers; each call goes to a random one. */
  urls: readonly string[]
  practice: Pick<TestPractice, 'freeStarts' | 'token'>
  clients: number
  signal: AbortSignal
  /**
   * Statuses with which a call may be refused, besides 409, which refuses a start that is taken. A refused
   * call must have no effect.
   */
  refusals?: readonly number[]
}>

/** A client with the journal that all clients of a storm share. */
export type Client = LoadOptions & Readonly<{ journal: Journal }>

type Call = Readonly<{ path: string; body: string; headers?: Readonly<Record<string, string>> | undefined }>

/** A call that is to bring an appointment to the state `to`. The label names it in the list of surprises. */
type Step = Readonly<{ label: string; path: string; body: object; to: State; headers?: Call['headers'] }>

/** Sends the call of a step, and records what was asked for. Returns undefined if it was not acknowledged. */
export async function takeStep(
  client: Client,
  appointment: Appointment,
  { label, path, body, to, headers }: Step,
): Promise<Answer | undefined> {
  if (client.signal.aborted) return undefined
  appointment.unanswered = to
  appointment.history.push(to)
  client.journal.tries += 1
  const answer = await sendCall(client, { path, body: JSON.stringify(body), headers })
  if (answer.status !== 0) delete appointment.unanswered
  if (!countAnswer(client, label, answer)) return undefined
  appointment.acknowledged = to
  return answer
}

/** Counts the answer in the journal. Returns whether the call was acknowledged. */
export function countAnswer(
  { journal, refusals = [] }: Client,
  label: string,
  { status, body }: Answer,
): boolean {
  if (status >= 200 && status < 300) {
    journal.acknowledged += 1
    return true
  }
  if (status === 409 || refusals.includes(status)) journal.refused += 1
  else if (status !== 0) journal.surprises.push(`${label}: ${status} ${JSON.stringify(body)}`)
  return false
}

/** Sends a call to one of the servers. */
export async function sendCall({ urls }: Client, { path, body, headers = {} }: Call): Promise<Answer> {
  try {
    const answer = await fetch(`${urls[randomInt(urls.length)]}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `ordi_browser=${VERIFIED_BROWSER}`, ...headers },
      body,
    })
    if (!answer.ok) await setTimeout(RETRY_PAUSE_MS)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    await setTimeout(RETRY_PAUSE_MS)
    return { status: 0, body: {} }
  }
}
