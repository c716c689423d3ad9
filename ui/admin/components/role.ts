import { useSession } from '../../api/session.ts'

/** How the addresses of the pages begin that assistants cannot open. The server refuses them the calls, too (docs/behaviour.md 12.39). */
const FOR_DOCTORS = ['settings', 'services', 'people', 'audit', 'erste-schritte']

export function useIsDoctor(): boolean {
  return useSession()?.user.role === 'doctor'
}

/** Whether the person who is signed in can open the page of an address. */
export function useMayOpen(): (path: string) => boolean {
  const isDoctor = useIsDoctor()
  return (path) => isDoctor || !FOR_DOCTORS.some((start) => path.startsWith(`/admin/${start}`))
}
