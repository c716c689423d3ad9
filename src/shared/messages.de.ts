/**
 * Server and browser share these sentences. A sentence of one rule stands beside the rule, one of a single
 * page on that page.
 */
export const RECEIVED = 'Reservierung erhalten'
export const CONFIRMED_BY_HAND = 'Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.'
export const NOTIFIED_SOON = 'Sie werden ehestmöglich per E-Mail informiert.'

export const NO_ID = 'Ungültiger Link (keine ID).'
export const BOOKING_NOT_FOUND = 'Der Termin konnte nicht gefunden werden.'
export const CONFIRMED_AND_NOTIFIED = 'Termin wurde bestätigt und der Patient informiert.'

export const EMAIL_REQUIRED = 'E-Mail ist erforderlich.'
export const EMAIL_UNSENDABLE = 'Bitte gültige E-Mail eingeben.'
export const EMAIL_UNVERIFIED = 'Bitte E-Mail verifizieren, bevor Sie fortfahren.'
export const NO_DAY = 'Bitte ein gültiges Datum angeben.'
export const CONSENT_REQUIRED = 'Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.'
export const HOLD_EXPIRED = 'Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'

export const PRACTICE_SAVED = 'Praxisdaten gespeichert.'
export const SETTINGS_SAVED = 'Einstellungen gespeichert.'
export const HOURS_SAVED = 'Arbeitszeiten gespeichert.'
export const TEXT_SAVED = 'Text gespeichert.'
export const ODOO_SAVED = 'Odoo-Einstellungen gespeichert.'
export const SMS_SAVED = 'SMS-Provider-Einstellungen gespeichert.'

export const TEST_SENT =
  'Diese Test-Nachricht wurde bereits gesendet. Eine neue senden Sie in den Einstellungen.'

export function serviceSaved(name: string): string {
  return `Service "${name}" gespeichert.`
}

export function servicesAdded(count: number): string {
  return `${count === 1 ? '1 Service ist' : `${count} Services sind`} angelegt. Bitte prüfen Sie Dauer und Preis.`
}

export function serviceDeleted(id: string): string {
  return `Service "${id}" gelöscht.`
}
