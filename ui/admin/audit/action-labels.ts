import type { AuditAction } from '../../../src/access/audit.ts'
import { SETTINGS } from '../../../src/shared/settings.ts'

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  login: 'Angemeldet',
  logout: 'Abgemeldet',
  'login-failed': 'Anmeldung fehlgeschlagen',
  'password-changed': 'Passwort geändert',
  'sessions-ended': 'Andere Geräte abgemeldet',
  'second-factor-on': 'Zweiten Faktor eingeschaltet',
  'second-factor-off': 'Zweiten Faktor ausgeschaltet',
  'recovery-code-used': 'Mit Ersatzcode angemeldet',
  'admin-added': 'Zugang angelegt',
  'settings-saved': 'Einstellungen gespeichert',
  'settings-tested': 'Einstellungen getestet',
  'service-saved': 'Service gespeichert',
  'service-deleted': 'Service gelöscht',
  'booking-entered': 'Termin eingetragen',
  'booking-confirmed': 'Termin bestätigt',
  'booking-moved': 'Termin verschoben',
  'booking-rejected': 'Termin abgelehnt',
  'booking-cancelled': 'Termin storniert',
  'booking-undone': 'Bestätigung zurückgenommen',
  'message-resent': 'Nachricht erneut gesendet',
  'absence-saved': 'Abwesenheit eingetragen',
  'absence-deleted': 'Abwesenheit gelöscht',
  'bookings-exported': 'Termine exportiert',
  'feed-made': 'Kalender-Abo angelegt',
  'feed-ended': 'Kalender-Abo beendet',
}

/** Actors without a name. */
const ACTORS: Readonly<Record<string, string>> = {
  visitor: 'Unbekannt',
  'staff-link': 'Link aus der E-Mail',
  job: 'automatisch',
  cli: 'Kommandozeile',
}

/** The titles of the pages of settings, and of what can be tested. */
const GROUPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SETTINGS).map(([group, { title }]) => [group, title])),
  'working-hours': 'Arbeitszeiten',
  mail: 'E-Mail',
}

/** An unknown action is shown as it is. */
export function actionLabel(action: string): string {
  return Object.hasOwn(ACTIONS, action) ? ACTIONS[action as AuditAction] : action
}

export function actorName({ actor, actor_name }: { actor: string; actor_name: string }): string {
  return actor_name || (ACTORS[actor] ?? actor)
}

/** What was changed; settings by the title of their page and the names of the fields (`Allgemein: notify_off`). */
export function subjectLabel({ action, subject }: { action: string; subject: string }): string {
  if (!action.startsWith('settings-')) return subject
  const [group = '', ...fields] = subject.split(': ')
  return [GROUPS[group] ?? group, ...fields].join(': ')
}
