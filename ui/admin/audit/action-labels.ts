import type { AuditAction } from '../../../src/access/audit.ts'

/** What was done, as a person would say it. */
const WORDS: Readonly<Record<AuditAction, string>> = {
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
  'booking-rejected': 'Termin abgelehnt',
  'booking-cancelled': 'Termin storniert',
  'message-resent': 'Nachricht erneut gesendet',
  'absence-saved': 'Abwesenheit eingetragen',
  'absence-deleted': 'Abwesenheit gelöscht',
  'bookings-exported': 'Termine exportiert',
  'feed-made': 'Kalender-Abo angelegt',
  'feed-ended': 'Kalender-Abo beendet',
}

/** Those who are no admin have no name. */
const ACTORS: Readonly<Record<string, string>> = {
  visitor: 'Unbekannt',
  'staff-link': 'Link aus der E-Mail',
  job: 'automatisch',
  cli: 'Kommandozeile',
}

/** The groups of settings as the navigation calls them. */
const GROUPS: Readonly<Record<string, string>> = {
  practice: 'Praxisdaten',
  general: 'Allgemein',
  'working-hours': 'Arbeitszeiten',
  urls: 'URLs & Admin E-Mail',
  odoo: 'Odoo',
  mail: 'E-Mail',
  clicksend: 'ClickSend',
  sevenio: 'seven.io',
}

/** An act that this page does not know yet is shown as it came. */
export function wordOfAct(action: string): string {
  return Object.hasOwn(WORDS, action) ? WORDS[action as AuditAction] : action
}

export function nameOfActor({ actor, actor_name }: { actor: string; actor_name: string }): string {
  return actor_name || (ACTORS[actor] ?? actor)
}

/** What it was done to; settings by the name of their page, and the fields by their own (`Allgemein: notify_off`). */
export function wordsOfSubject({ action, subject }: { action: string; subject: string }): string {
  if (!action.startsWith('settings-')) return subject
  const [group = '', ...fields] = subject.split(': ')
  return [GROUPS[group] ?? group, ...fields].join(': ')
}
