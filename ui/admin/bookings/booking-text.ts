import { EVENT_NAMES } from '../../../src/shared/event-names.ts'
import { fullDayTime } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES, type Channel } from '../../../src/shared/message-kinds.ts'
import { displayOfMessage } from '../outbox/message-status.ts'

type Event = {
  kind: string
  actor: string
  actor_name: string
  from?: string | undefined
  to?: string | undefined
}

const ACTORS: Readonly<Record<string, string>> = {
  visitor: 'Patientin oder Patient',
  'staff-link': 'Praxis, über den Link in der E-Mail',
  job: 'automatisch',
  cli: 'Kommandozeile',
}

/** `Bestätigt von: assistenz@ordination.example`, for a move with both times, or with the one until then. */
export function eventText({ kind, actor, actor_name, from, to }: Event): string {
  const who = actor === 'admin' ? actor_name : (ACTORS[actor] ?? actor)
  const times = [
    ...(from === undefined ? [] : [`${to === undefined ? 'bisher' : 'von'} ${fullDayTime(from)}`]),
    ...(to === undefined ? [] : [`auf ${fullDayTime(to)}`]),
  ]
  return `${EVENT_NAMES[kind] ?? kind} von: ${who}${times.length === 0 ? '' : ` (${times.join(' ')})`}`
}

type Message = {
  channel: Channel
  kind: string
  status: string
  emptied: string | null
  subject?: string
  text?: string
}

/** A message of the outbox: its title, and what became of it. */
export function messageText({ channel, status, subject, text, emptied }: Message): {
  title: string
  state: string
} {
  return {
    title: `${CHANNEL_NAMES[channel]}: ${subject || text || emptied || '(ohne Betreff)'}`,
    state: displayOfMessage(status).label,
  }
}
