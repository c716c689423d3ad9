/**
 * This module has the sentences that server and browser share. A sentence of a single rule is beside the
 * rule, one of a single page on that page.
 */

export const RESERVATION_RECEIVED = 'Reservierung erhalten'
export const CONFIRMED_BY_HAND = 'Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.'
export const NOTIFIED_SOON = 'Sie werden ehestmöglich per E-Mail informiert.'

export const LINK_WITHOUT_ID = 'Ungültiger Link (keine ID).'
export const SERVICE_GONE = 'Diese Leistung gibt es nicht mehr.'
export const BOOKING_NOT_FOUND = 'Der Termin konnte nicht gefunden werden.'
export const CONFIRMED_AND_NOTIFIED = 'Termin wurde bestätigt und der Patient informiert.'

export const EMAIL_REQUIRED = 'E-Mail ist erforderlich.'
export const EMAIL_UNSENDABLE = 'Bitte gültige E-Mail eingeben.'
export const EMAIL_UNVERIFIED = 'Bitte E-Mail verifizieren, bevor Sie fortfahren.'
export const INVALID_DAY = 'Bitte ein gültiges Datum angeben.'
export const CONSENT_REQUIRED = 'Bitte akzeptieren Sie die Terminbedingungen, um fortzufahren.'
export const HOLD_EXPIRED = 'Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'
