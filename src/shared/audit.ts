/** The kinds of actions by which the audit can be filtered. */
export const AUDIT_KINDS = {
  access: 'Anmeldung und Zugänge',
  bookings: 'Termine',
  messages: 'Nachrichten',
  absences: 'Abwesenheiten',
  services: 'Services',
  settings: 'Einstellungen',
  privacy: 'Datenschutz',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS

type AuditedAction = Readonly<{
  kind: AuditKind
  /** The words behind the actor's name. The subject replaces their …, or follows after a colon. */
  says: string
}>

/** Every action that is recorded. */
export const AUDIT_ACTIONS = {
  login: { kind: 'access', says: 'hat sich angemeldet' },
  logout: { kind: 'access', says: 'hat sich abgemeldet' },
  'login-failed': { kind: 'access', says: 'ist an der Anmeldung gescheitert' },
  'password-changed': { kind: 'access', says: 'hat das Passwort geändert' },
  'sessions-ended': { kind: 'access', says: 'hat andere Geräte abgemeldet' },
  'second-factor-on': { kind: 'access', says: 'hat den zweiten Faktor eingeschaltet' },
  'second-factor-off': { kind: 'access', says: 'hat den zweiten Faktor ausgeschaltet' },
  'passkey-added': { kind: 'access', says: 'hat den Passkey … angelegt' },
  'passkey-removed': { kind: 'access', says: 'hat den Passkey … entfernt' },
  'recovery-code-used': { kind: 'access', says: 'hat einen Ersatzcode verbraucht' },
  'admin-added': { kind: 'access', says: 'hat den Zugang … angelegt' },
  'admin-invited': { kind: 'access', says: 'hat … eingeladen' },
  'admin-changed': { kind: 'access', says: 'hat den Zugang … geändert' },
  'admin-reset': { kind: 'access', says: 'hat den Zugang … zurückgesetzt' },
  'admin-signed-out': { kind: 'access', says: 'hat … überall abgemeldet' },
  'invitation-accepted': { kind: 'access', says: 'hat die Einladung angenommen' },
  'admin-removed': { kind: 'access', says: 'hat den Zugang … entfernt' },
  'settings-saved': { kind: 'settings', says: 'hat die Einstellungen … geändert' },
  'settings-tested': { kind: 'settings', says: 'hat die Einstellungen … getestet' },
  'text-saved': { kind: 'settings', says: 'hat den Text … geändert' },
  'secret-rotated': { kind: 'settings', says: 'hat das Geheimnis des Portals erneuert' },
  'backup-requested': { kind: 'settings', says: 'hat eine Sicherung gestartet' },
  'demo-ended': { kind: 'settings', says: 'hat die Demo beendet' },
  'service-saved': { kind: 'services', says: 'hat den Service … gespeichert' },
  'service-deleted': { kind: 'services', says: 'hat den Service … gelöscht' },
  'resource-saved': { kind: 'services', says: 'hat „Arzt oder Raum“ … gespeichert' },
  'resource-deleted': { kind: 'services', says: 'hat „Arzt oder Raum“ … gelöscht' },
  'booking-entered': { kind: 'bookings', says: 'hat den … eingetragen' },
  'booking-confirmed': { kind: 'bookings', says: 'hat den … bestätigt' },
  'booking-moved': { kind: 'bookings', says: 'hat den … verschoben' },
  'booking-move-rejected': { kind: 'bookings', says: 'hat eine Verschiebung abgelehnt' },
  'booking-rejected': { kind: 'bookings', says: 'hat den … abgelehnt' },
  'booking-cancelled': { kind: 'bookings', says: 'hat den … abgesagt' },
  'booking-reinstated': { kind: 'bookings', says: 'hat den … wieder eingetragen' },
  'booking-note-changed': { kind: 'bookings', says: 'hat die Notiz zum … geändert' },
  'svnr-shown': { kind: 'privacy', says: 'hat die SVNR zum … angesehen' },
  'booking-undone': { kind: 'bookings', says: 'hat eine Änderung zurückgenommen' },
  'booking-contact-changed': { kind: 'bookings', says: 'hat die Kontaktdaten für den … geändert' },
  'holds-released': { kind: 'bookings', says: 'hat … freigegeben' },
  'waiting-added': { kind: 'bookings', says: 'hat auf die Warteliste gesetzt' },
  'waiting-removed': { kind: 'bookings', says: 'hat von der Warteliste genommen' },
  'offer-made': { kind: 'bookings', says: 'hat eine Zeit der Warteliste angeboten' },
  'bookings-exported': { kind: 'bookings', says: 'hat Termine exportiert' },
  'person-exported': { kind: 'privacy', says: 'hat die Daten von … ausgegeben' },
  'person-erased': { kind: 'privacy', says: 'hat die Daten von … gelöscht' },
  'message-written': { kind: 'messages', says: 'hat zum … eine Nachricht geschrieben' },
  'late-told': { kind: 'messages', says: 'hat zum … eine Verspätung angesagt' },
  'message-resent': { kind: 'messages', says: 'hat eine Nachricht erneut gesendet' },
  'failure-settled': { kind: 'messages', says: 'hat eine nicht gesendete Nachricht erledigt' },
  'failure-reopened': { kind: 'messages', says: 'hat eine nicht gesendete Nachricht wieder geöffnet' },
  'absence-saved': { kind: 'absences', says: 'hat eine Abwesenheit eingetragen' },
  'absence-deleted': { kind: 'absences', says: 'hat eine Abwesenheit gelöscht' },
  'feed-made': { kind: 'access', says: 'hat das Kalender-Abo … angelegt' },
  'feed-ended': { kind: 'access', says: 'hat das Kalender-Abo … beendet' },
  'calendar-added': { kind: 'absences', says: 'hat den anderen Kalender … angelegt' },
  'calendar-changed': { kind: 'absences', says: 'hat den anderen Kalender … geändert' },
  'calendar-removed': { kind: 'absences', says: 'hat den anderen Kalender … entfernt' },
} as const satisfies Readonly<Record<string, AuditedAction>>

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Lists the actions of a kind. */
export function actionsOf(kind: AuditKind): AuditAction[] {
  return (Object.keys(AUDIT_ACTIONS) as AuditAction[]).filter((action) => AUDIT_ACTIONS[action].kind === kind)
}

type Value = string | number | boolean | null

/** A field that was changed. Values that are secret or belong to a patient are left out. */
export type AuditChange = Readonly<{ field: string; before?: Value | undefined; after?: Value | undefined }>
