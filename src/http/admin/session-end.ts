import { IDLE_MINUTES, type SessionEnd } from '../../access/sessions.ts'
import { isoAt } from '../../time/vienna.ts'

/** When a session ends, as a sign-in and the session itself answer it (docs/behaviour.md 12.5). */
export function sessionEnd({ expiresAt, lastsUntil }: SessionEnd) {
  return { expiresAt: isoAt(expiresAt), lastsUntil: isoAt(lastsUntil), ttlMinutes: IDLE_MINUTES }
}
