/** The roles, which decide what a staff member may do in the admin area (docs/behaviour.md 12.39). */
export const ROLES = ['doctor', 'assistant', 'technik'] as const

export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  doctor: 'Ärztin oder Arzt',
  assistant: 'Assistenz',
  technik: 'Technik',
}

/** The roles that work with patients: bookings, requests, absences and messages. */
export const PRACTICE_ROLES: readonly Role[] = ['doctor', 'assistant']

/** The roles that set up and maintain the portal: settings, connections and backups. */
export const SETUP_ROLES: readonly Role[] = ['doctor', 'technik']

/** Returns whether a role sees the names, addresses and appointments of patients. */
export function seesPatients(role: Role): boolean {
  return PRACTICE_ROLES.includes(role)
}
