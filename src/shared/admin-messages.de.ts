/**
 * This module has the sentences that server and admin area share. They have a file of their own, because
 * patients load messages.de.ts with the first step.
 */

export const PRACTICE_SAVED = 'Praxisdaten gespeichert.'
export const SETTINGS_SAVED = 'Einstellungen gespeichert.'
export const HOURS_SAVED = 'Arbeitszeiten gespeichert.'
export const TEXT_SAVED = 'Text gespeichert.'
export const ODOO_SAVED = 'Odoo-Einstellungen gespeichert.'
export const SMS_SAVED = 'SMS-Provider-Einstellungen gespeichert.'

export const TEST_SENT =
  'Diese Test-Nachricht wurde bereits gesendet. Eine neue senden Sie in den Einstellungen.'

export function resourceSaved(name: string): string {
  return `"${name}" gespeichert.`
}

export function resourceDeleted(name: string): string {
  return `"${name}" gelöscht.`
}

export function serviceSaved(name: string): string {
  return `Service "${name}" gespeichert.`
}

export function servicesAdded(count: number): string {
  return `${count === 1 ? '1 Service ist' : `${count} Services sind`} angelegt. Bitte prüfen Sie Dauer und Preis.`
}

export function serviceDeleted(id: string): string {
  return `Service "${id}" gelöscht.`
}
