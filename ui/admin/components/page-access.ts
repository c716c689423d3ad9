import { PRACTICE_ROLES, ROLES, type Role, SETUP_ROLES, seesPatients } from '../../../src/shared/role.ts'
import { useUser } from '../../api/session.ts'

const DOCTORS: readonly Role[] = ['doctor']

/**
 * The roles that can open each page. The server refuses the calls of other roles as well (docs/behaviour.md
 * 12.39).
 */
const PAGE_ROLES = {
  '/admin': PRACTICE_ROLES,
  '/admin/bookings': PRACTICE_ROLES,
  '/admin/bookings/print': PRACTICE_ROLES,
  '/admin/patients': PRACTICE_ROLES,
  '/admin/waiting-list': PRACTICE_ROLES,
  '/admin/absences': PRACTICE_ROLES,
  '/admin/outbox': PRACTICE_ROLES,
  '/admin/statistics': DOCTORS,
  '/admin/installation': SETUP_ROLES,
  '/admin/deliveries': SETUP_ROLES,
  '/admin/erste-schritte': SETUP_ROLES,
  '/admin/settings/practice': SETUP_ROLES,
  '/admin/settings/general': SETUP_ROLES,
  '/admin/services': SETUP_ROLES,
  '/admin/resources': SETUP_ROLES,
  '/admin/settings/working-hours': SETUP_ROLES,
  '/admin/settings/texts': DOCTORS,
  '/admin/settings/smtp': SETUP_ROLES,
  '/admin/settings/sms': SETUP_ROLES,
  '/admin/settings/odoo': SETUP_ROLES,
  '/admin/settings/urls': SETUP_ROLES,
  '/admin/settings/privacy': DOCTORS,
  '/admin/account': ROLES,
  '/admin/people': DOCTORS,
  '/admin/feeds': PRACTICE_ROLES,
  '/admin/calendars': DOCTORS,
  '/admin/audit': DOCTORS,
  '/admin/hilfe': ROLES,
} as const satisfies Readonly<Record<string, readonly Role[]>>

/** The URL of a page in `PAGE_ROLES`. */
export type AdminPath = keyof typeof PAGE_ROLES

/** Returns whether the signed-in staff member is a doctor, who may do everything. */
export function useIsDoctor(): boolean {
  return useRole() === 'doctor'
}

/** Returns whether the signed-in staff member works with patients and their appointments. */
export function useSeesPatients(): boolean {
  const role = useRole()
  return role !== undefined && seesPatients(role)
}

/** Returns the role of the signed-in staff member, or undefined while nobody is signed in. */
export function useRole(): Role | undefined {
  return useUser()?.role
}

/** Returns a function that says whether the signed-in staff member can open the page of a URL. */
export function useCanOpen(): (url: string) => boolean {
  const role = useRole()
  return (url) => role !== undefined && rolesOf(url).includes(role)
}

/**
 * Returns the roles that can open the page of a URL, which may have a query and a fragment; none for an
 * unknown page.
 */
function rolesOf(url: string): readonly Role[] {
  const path = url.replace(/[?#].*$/, '')
  return Object.hasOwn(PAGE_ROLES, path) ? PAGE_ROLES[path as AdminPath] : []
}

/** Returns the first page after the sign-in. Staff who see no patients start with the installation. */
export function useStartPage(): Readonly<{ path: AdminPath; linkText: string }> {
  return useSeesPatients()
    ? { path: '/admin', linkText: 'Zur Übersicht' }
    : { path: '/admin/installation', linkText: 'Zum Zustand der Anlage' }
}
