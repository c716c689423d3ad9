import { INVITATION_HOURS } from '../../../src/shared/staff.ts'

/** The time for which the link of an invitation is valid, as text. */
export const INVITATION_VALIDITY = `${INVITATION_HOURS}\u00a0Stunden`

/** Explains in a form what each role may see. */
export const ROLE_HELP =
  'Die Assistenz sieht Termine, Warteliste, Abwesenheiten und Outbox Monitor, aber weder Einstellungen noch Protokoll. Die Technik richtet ein und sichert, sieht aber keine Patienten.'
