import { useEffect, useState } from 'react'
import type { ChangeAnswer, Decision } from '../../api/appointment.ts'

type AdminCalls = typeof import('../../api/admin.ts')

/**
 * Loads the admin calls for a signed-in staff member.
 * @param isNeeded false for a link with a signature, which needs no session
 * @returns undefined while the calls are loading; null if they are not needed, or nobody is signed in
 */
export function useAdminCalls(isNeeded: boolean): AdminCalls | null | undefined {
  const [calls, setCalls] = useState<AdminCalls | null>()
  useEffect(() => {
    if (!isNeeded) return
    import('../../api/admin.ts').then(
      (loaded) => setCalls(loaded.isSignedIn() ? loaded : null),
      () => setCalls(null),
    )
  }, [isNeeded])
  return isNeeded ? calls : null
}

/** Makes the decision by the calls of the admin area, which the staff member's session authorises. */
export function decideAsStaff(
  { adminRequest, confirmBooking, rejectBooking }: AdminCalls,
  { decision, ...json }: { decision: Decision; id: string; message: string; start: string | undefined },
): Promise<ChangeAnswer> {
  return adminRequest(decision === 'confirm' ? confirmBooking.$post({ json }) : rejectBooking.$post({ json }))
}
