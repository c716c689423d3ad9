import { IDLE_MINUTES, type SessionEnd } from '../../access/sessions.ts'
import { isoAt } from '../../time/vienna.ts'

/** Returns when a session ends, for the answers about a sign-in and a session (docs/behaviour.md 12.5). */
export function sessionEnd({ expiresAt, lastsUntil }: SessionEnd) {
  return { expiresAt: isoAt(expiresAt), lastsUntil: isoAt(lastsUntil), ttlMinutes: IDLE_MINUTES }
}
