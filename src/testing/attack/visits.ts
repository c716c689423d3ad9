import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { dayAt } from '../../time/vienna.ts'
import type { Browser } from '../browser.ts'
import { aContact } from '../factory.ts'
import { ATTACKED_DAYS, type Portal, type Visitor } from './portal.ts'

/** This module has the calls that patients and attackers send. */

type Answer = Awaited<ReturnType<Browser['post']>>

/**
 * Asks for a hold as a page does: with a bot check only if the portal demands it, unless `isCheckSolved`.
 * Attackers have already solved the check.
 */
export async function askForHold(
  portal: Portal,
  { browser, email }: Visitor,
  {
    service = 'erstordination',
    start,
    isCheckSolved = false,
  }: Readonly<{ service?: string; start: Instant; isCheckSolved?: boolean }>,
): Promise<Answer> {
  const hold = { service_id: service, start: new Date(start).toISOString(), contact: aContact({ email }) }
  if (isCheckSolved) return browser.post('/api/hold', { ...hold, turnstile_token: await portal.botToken() })
  return withCheckIfAsked(portal, (check) => browser.post('/api/hold', { ...hold, ...check }))
}

/** Asks for an e-mail with a code as a page does: with a bot check only if the portal demands it. */
export function askForEmail(
  portal: Portal,
  { browser, email }: Visitor,
  purpose: 'booking' | 'my-bookings' = 'booking',
): Promise<Answer> {
  return withCheckIfAsked(portal, (check) => browser.post('/api/email/send', { email, purpose, ...check }))
}

/** Enters the code of the newest e-mail to the visitor. */
export function enterCode({ rows }: Portal, { browser, email }: Visitor): Promise<Answer> {
  const [mail] = rows<{ text: string }>(
    'select text from messages where recipient = ? order by id desc limit 1',
    email,
  )
  return browser.post('/api/email/verify', { email, code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' })
}

/** Requests the time of a hold, with a solved bot check. */
export async function requestAppointment(portal: Portal, visitor: Visitor, holdId: string): Promise<Answer> {
  return visitor.browser.post('/api/booking/confirm', {
    hold_id: holdId,
    contact: aContact({ email: visitor.email }),
    consent: true,
    turnstile_token: await portal.botToken(),
  })
}

/** Joins the waiting list for any time of the coming days. */
export async function joinWaitingList(portal: Portal, { browser, email }: Visitor): Promise<Answer> {
  return browser.post('/api/waiting-list', {
    service_id: 'folgebehandlung',
    email,
    not_before: null,
    not_after: dayAt(portal.ctx().now + ATTACKED_DAYS * DAY_LENGTH),
    weekdays: [1, 2, 3, 4, 5],
    parts: ['morning', 'afternoon'],
    turnstile_token: await portal.botToken(),
  })
}

/** Sends a call without a bot check, and again with a solved check if the portal demands it. */
async function withCheckIfAsked(
  portal: Portal,
  send: (check: { turnstile_token?: string }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await send({})
  if (answer.json?.error !== 'bot_check_failed') return answer
  return send({ turnstile_token: await portal.botToken() })
}
