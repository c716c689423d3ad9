import type { Canceller } from '../../../src/shared/booking.ts'
import { EVENT_NAMES } from '../../../src/shared/event-names.ts'
import { fullDayTime } from '../../../src/shared/format.ts'
import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import {
  CHANNEL_NAMES,
  type Channel,
  KIND_NAMES,
  type MessageKind,
} from '../../../src/shared/messages/message-kinds.ts'
import { displayOfMessage } from '../outbox/message-status.ts'

/** The event whose message names the changed fields. */
export const CONTACT_CHANGED = 'contact-changed'

type Event = {
  kind: string
  actor: string
  /** The address by which a staff member signs in; empty for other actors. */
  actor_name: string
  message?: string
  /** The start before a move. */
  from?: string | undefined
  /** The start after a move; absent if the appointment itself shows that time. */
  to?: string | undefined
}

/** The words for actors that have no name. */
const ACTORS: Readonly<Record<string, string>> = {
  'staff-link': 'Ordination, über den Link in der E-Mail',
  job: 'automatisch',
  cli: 'Befehlszeile',
}

/**
 * Returns an event in words: `Bestätigt von: assistenz@ordination.example`. For a move the text also has both
 * times, or only the earlier one; for a corrected contact, the changed fields.
 * @param visitor the name of somebody who booked for the patient
 */
export function eventText(
  { kind, actor, actor_name, message, from, to }: Event,
  visitor = 'Patientin oder Patient',
): string {
  // An actor of a later version is shown as stored.
  const who = { ...ACTORS, visitor, admin: actor_name }[actor] ?? actor
  const text = `${EVENT_NAMES[kind] ?? kind} von: ${who}`
  const details = kind === CONTACT_CHANGED ? message : moveText(from, to)
  return details ? `${text} (${details})` : text
}

/** Returns the times of a move: both, or only the earlier one; '' without times. */
function moveText(from: string | undefined, to: string | undefined): string {
  const toText = to === undefined ? '' : `auf ${fullDayTime(to)}`
  if (from === undefined) return toText
  return toText ? `von ${fullDayTime(from)} ${toText}` : `bisher ${fullDayTime(from)}`
}

const CANCELLER_TEXTS: Readonly<Record<Canceller, string>> = {
  patient: 'von der Patientin oder dem Patienten',
  practice: 'von der Ordination',
}

/** Returns `von der Ordination, 3 Stunden vorher`, or a dash if neither is known. */
export function cancellationText({
  cancelled_by,
  cancelled_ahead_min: ahead,
}: {
  cancelled_by?: Canceller | null | undefined
  cancelled_ahead_min?: number | null | undefined
}): string {
  const who = cancelled_by ? CANCELLER_TEXTS[cancelled_by] : undefined
  const when = ahead === undefined || ahead === null ? undefined : aheadText(ahead)
  return [who, when].filter(Boolean).join(', ') || '–'
}

/**
 * Returns how long before the appointment it was cancelled. A negative number of minutes is after its start.
 */
function aheadText(minutes: number): string {
  if (minutes < 0) return 'nach dem Beginn'
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} Tage vorher`
  if (hours >= 1) return hours === 1 ? '1 Stunde vorher' : `${hours} Stunden vorher`
  return minutes === 1 ? '1 Minute vorher' : `${minutes} Minuten vorher`
}

type DescribedMessage = {
  channel: Channel
  kind: MessageKind
  status: string
  emptied: string | null
  error: string | null
  subject?: string
  text?: string
}

/** Returns title and state of a message in the outbox, and why it was not sent ('' without a reason). */
export function messageText({ channel, kind, status, subject, text, emptied, error }: DescribedMessage): {
  title: string
  state: string
  reason: string
} {
  // `emptied` marks a text that has since been deleted.
  const nameWithoutText = channel === 'email' ? '(ohne Betreff)' : KIND_NAMES[kind]
  return {
    title: `${CHANNEL_NAMES[channel]}: ${subject || text || emptied || nameWithoutText}`,
    state: displayOfMessage(status).label,
    // The technical part of a fault is meant for the server's administrator.
    reason: splitFault(error ?? '').sentence,
  }
}
