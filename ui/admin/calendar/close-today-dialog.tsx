import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, type Instant } from '../../../src/shared/day.ts'
import { clockTime, timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import type { Conflict } from '../absences/conflict.ts'
import { ConflictDialog } from '../absences/conflict-dialog.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { useShownResourceId } from './use-shown-resource-id.ts'

/**
 * Asks whether to block the rest of today, and then lists its appointments so that staff can cancel them
 * together.
 */
export function CloseTodayDialog({ onClose }: { onClose: () => void }) {
  /** The appointments within the blocked time; undefined until the time is blocked. */
  const [conflicts, setConflicts] = useState<readonly Conflict[]>()
  // The moment of opening is kept, so that the block begins at the time in the question.
  const [since] = useState(serverNow)
  const { nameOf } = useResourceChoice()
  const resourceId = useShownResourceId('day')
  const name = nameOf(resourceId)
  const blockToday = useMutation({
    mutationFn: () => blockRestOfToday(since, resourceId),
    onSuccess: (found) => (found.length === 0 ? onClose() : setConflicts(found)),
    onSettled: refreshAdminData,
  })
  if (conflicts)
    return (
      <ConflictDialog
        title="Heute absagen"
        bookings={conflicts}
        firstAction="cancel"
        // An appointment that has begun is not ticked, so that it is not cancelled by mistake.
        isTickedAtFirst={({ start }) => Date.parse(start) > since}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Heute absagen?"
      button="Rest des Tages sperren"
      busyText="Sperren …"
      busy={blockToday.isPending}
      error={blockToday.error}
      failure="Der Tag konnte nicht gesperrt werden."
      onConfirm={() => blockToday.mutate()}
      onClose={onClose}
    >
      <p>
        Ab {clockTime(since)} kann heute niemand mehr {name && `bei ${name} `}buchen. Termine sagen Sie im
        nächsten Schritt ab, per SMS und E-Mail auf einmal. Ein Termin, der schon läuft, ist dort nicht
        angehakt.
      </p>
    </ConfirmDialog>
  )
}

/**
 * Blocks today from this instant on, for one doctor or room, or without an id for all.
 * @returns the appointments within the blocked time
 * @throws ApiError
 */
async function blockRestOfToday(
  since: Instant,
  resourceId: string | undefined,
): Promise<readonly Conflict[]> {
  const today = viennaToday()
  const json = {
    kind: 'block' as const,
    title: 'Heute entfällt',
    start: `${today}T${timeOfDay(since)}`,
    end: `${addDays(today, 1)}T00:00`,
    resource_id: resourceId ?? null,
  }
  const { conflicts } = await adminRequest(admin.absences.check.$post({ json }))
  await adminRequest(admin.absences.$post({ json }))
  return conflicts
}
