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
  actor_name: string
  message?: string
  from?: string | undefined
  to?: string | undefined
}

const ACTORS: Readonly<Record<string, string>> = {
  'staff-link': 'Ordination, über den Link in der E-Mail',
  job: 'automatisch',
  cli: 'Befehlszeile',
}

/**
 * `Bestätigt von: assistenz@ordination.example`, for a move with both times, or with the one until then, for
 * corrected contact data with their names.
 * @param visitor who booked for the patient
 */
export function eventText(
  { kind, actor, actor_name, message, from, to }: Event,
  visitor = 'Patientin oder Patient',
): string {
  const who = { ...ACTORS, visitor, admin: actor_name }[actor] ?? actor
  const details = [
    ...(kind === CONTACT_CHANGED ? [message] : []),
    ...(from === undefined ? [] : [`${to === undefined ? 'bisher' : 'von'} ${fullDayTime(from)}`]),
    ...(to === undefined ? [] : [`auf ${fullDayTime(to)}`]),
  ]
  return `${EVENT_NAMES[kind] ?? kind} von: ${who}${details.length === 0 ? '' : ` (${details.join(' ')})`}`
}

const CANCELLERS_SHOWN: Readonly<Record<Canceller, string>> = {
  patient: 'von der Patientin oder dem Patienten',
  practice: 'von der Ordination',
}

/** `von der Ordination, 3 Stunden vorher`, and a dash where neither is known. */
export function cancellationText({
  cancelled_by,
  cancelled_ahead_min: ahead,
}: {
  cancelled_by?: Canceller | null | undefined
  cancelled_ahead_min?: number | null | undefined
}): string {
  const who = cancelled_by ? CANCELLERS_SHOWN[cancelled_by] : undefined
  const when = ahead === undefined || ahead === null ? undefined : aheadText(ahead)
  return [who, when].filter(Boolean).join(', ') || '–'
}

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

/**
 * Returns title and state of a message in the outbox, and why it was not sent; '' while there is no reason.
 */
export function messageText({ channel, kind, status, subject, text, emptied, error }: DescribedMessage): {
  title: string
  state: string
  reason: string
} {
  return {
    title: `${CHANNEL_NAMES[channel]}: ${subject || text || emptied || (channel === 'email' ? '(ohne Betreff)' : KIND_NAMES[kind])}`,
    state: displayOfMessage(status).label,
    reason: splitFault(error ?? '').sentence,
  }
}
