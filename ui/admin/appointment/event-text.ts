import { EVENT_NAMES } from '../../../src/shared/event-names.ts'
import { fullDayTime } from '../../../src/shared/format.ts'

/** The event whose message names the changed fields. */
export const CONTACT_CHANGED = 'contact-changed'

type BookingEvent = {
  kind: string
  actor: string
  /** The e-mail address by which a staff member signs in; empty for other actors. */
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
  { kind, actor, actor_name, message, from, to }: BookingEvent,
  visitor = 'Patientin oder Patient',
): string {
  // An actor of a later version is shown as stored.
  const who = { ...ACTORS, visitor, admin: actor_name }[actor] ?? actor
  const text = `${EVENT_NAMES[kind] ?? kind} von: ${who}`
  const details = kind === CONTACT_CHANGED ? message : moveText({ from, to })
  return details ? `${text} (${details})` : text
}

/** Returns the times of a move: both, or only the earlier one; '' without times. */
function moveText({ from, to }: Pick<BookingEvent, 'from' | 'to'>): string {
  const toText = to === undefined ? '' : `auf ${fullDayTime(to)}`
  if (from === undefined) return toText
  return toText ? `von ${fullDayTime(from)} ${toText}` : `bisher ${fullDayTime(from)}`
}
