import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '../../../src/shared/day.ts'
import { clockTime, timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import type { Conflict } from '../absences/conflict.ts'
import { ConflictDialog } from '../absences/conflict-dialog.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { useShownResource } from './use-shown-resource.ts'

/** Closes the rest of today, and leads into its appointments, which are cancelled with one message. */
export function OffToday({ onClose }: { onClose: () => void }) {
  const [listed, setListed] = useState<readonly Conflict[]>()
  const [since] = useState(serverNow)
  const { nameOf } = useResourceChoice()
  const resource = useShownResource('day')
  const name = nameOf(resource)
  const close = useMutation({
    mutationFn: async () => {
      const today = viennaToday()
      const json = {
        kind: 'block' as const,
        title: 'Heute entfällt',
        start: `${today}T${timeOfDay(since)}`,
        end: `${addDays(today, 1)}T00:00`,
        resource_id: resource ?? null,
      }
      const { conflicts } = await adminRequest(admin.absences.check.$post({ json }))
      await adminRequest(admin.absences.$post({ json }))
      return conflicts
    },
    onSuccess: (conflicts) => (conflicts.length === 0 ? onClose() : setListed(conflicts)),
    onSettled: refreshShown,
  })
  if (listed)
    return (
      <ConflictDialog
        title="Heute fällt aus"
        bookings={listed}
        first="cancel"
        isTicked={({ start }) => Date.parse(start) > since}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title="Heute fällt aus?"
      button="Rest des Tages sperren"
      busyText="Sperren …"
      busy={close.isPending}
      error={close.error}
      failure="Der Tag konnte nicht gesperrt werden."
      onConfirm={() => close.mutate()}
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
