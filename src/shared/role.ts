/** The roles, which decide what a staff member may do in the admin area (docs/behaviour.md 12.39). */
export const ROLES = ['doctor', 'assistant'] as const

export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  doctor: 'Ärztin oder Arzt',
  assistant: 'Assistenz',
}
