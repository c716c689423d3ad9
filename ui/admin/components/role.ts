import { useSession } from '../../api/session.ts'

/**
 * The beginnings of the addresses that assistants cannot open. The server refuses their calls too
 * (docs/behaviour.md 12.39).
 */
const FOR_DOCTORS = ['settings', 'services', 'people', 'audit', 'erste-schritte']

export function useIsDoctor(): boolean {
  return useSession()?.user.role === 'doctor'
}

/** Returns whether the signed-in staff member can open the page of an address. */
export function useMayOpen(): (path: string) => boolean {
  const isDoctor = useIsDoctor()
  return (path) => isDoctor || !FOR_DOCTORS.some((start) => path.startsWith(`/admin/${start}`))
}
