/**
 * The titles of the steps in which a new practice sets itself up, in this order (docs/behaviour.md 12.34).
 */
export const FIRST_STEPS = {
  practice: 'Praxisdaten',
  hours: 'Arbeitszeiten',
  holidays: 'Feiertage',
  services: 'Services & Preise',
  // The mail server comes before the URLs, because their page sends a test e-mail.
  smtp: 'E-Mail-Server',
  urls: 'Adresse des Portals',
  backup: 'Sicherungen',
  'second-factor': 'Zweiter Faktor',
} as const

export type FirstStep = keyof typeof FIRST_STEPS

export const FIRST_STEP_IDS = Object.keys(FIRST_STEPS) as FirstStep[]
