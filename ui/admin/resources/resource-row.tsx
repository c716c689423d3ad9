import { useMutation } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { WEEKDAYS } from '../../../src/shared/hours.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { useIsDoctor } from '../components/page-access.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { hoursText } from '../settings/hours-draft.ts'
import type { ListedResource } from './use-resources.ts'

/** The dialogs about a doctor or room that exists. */
export type ResourceRowDialog = 'change' | 'hours' | 'delete'

type ResourceRowProps = {
  resource: ListedResource
  /** The doctor or room before this one in the order; undefined for the first. */
  above: ListedResource | undefined
  onOpen: (dialog: ResourceRowDialog) => void
}

/** A doctor or room with its own working hours, and its buttons. */
export function ResourceRow({ resource, above, onOpen }: ResourceRowProps) {
  const { name, title, active } = resource
  const isDoctor = useIsDoctor()
  const moveUp = useMutation({
    mutationFn: moveAbove,
    onSettled: refreshAdminData,
  })
  return (
    <li className="stack gap-2">
      <div className="row between">
        <div className={`break ${styles.besideButtons}`}>
          <b>{name}</b> {!active && <Badge size="small" tone="neutral" label="inaktiv" />}
          {title && <p className="muted small">{title}</p>}
          <p className="muted small">{ownHoursText(resource)}</p>
        </div>
        <div className="row gap-2">
          {above && (
            <IconButton
              label={`„${name}“ nach oben`}
              title="Nach oben"
              icon={<ArrowUp />}
              onClick={() => !moveUp.isPending && moveUp.mutate({ resource, above })}
            />
          )}
          <Button size="small" aria-label={`„${name}“ ändern`} onClick={() => onOpen('change')}>
            Ändern
          </Button>
          <Button size="small" aria-label={`Arbeitszeiten von „${name}“`} onClick={() => onOpen('hours')}>
            Arbeitszeiten
          </Button>
          {isDoctor && (
            <Button size="small" aria-label={`„${name}“ löschen`} onClick={() => onOpen('delete')}>
              Löschen
            </Button>
          )}
        </div>
      </div>
      <OutcomeBanner outcome={toOutcome(moveUp.error, SAVE_FAILURE)} />
    </li>
  )
}

/** Swaps two neighbours. If both have the same order number, `above` gets the next one. */
async function moveAbove({ resource, above }: { resource: ListedResource; above: ListedResource }) {
  await putOrder(resource, above.order)
  await putOrder(above, Math.max(resource.order, above.order + 1))
}

/** Saves another order number. @throws ApiError */
function putOrder({ id }: ListedResource, order: number) {
  return adminRequest(admin.resources[':id'].$put({ param: { id: encodeURIComponent(id) }, json: { order } }))
}

/** Returns `Mo 08:00–12:00 · Mi 08:00–12:00`, or a sentence without own hours. */
function ownHoursText({ working_hours: hours }: ListedResource): string {
  if (hours === null) return 'Arbeitszeiten der Ordination'
  const days = WEEKDAYS.flatMap(({ weekday, name }) =>
    // A day without hours is null.
    hours[weekday] === null ? [] : `${name.slice(0, 2)} ${hoursText(hours[weekday])}`,
  )
  return days.join(' · ') || 'arbeitet derzeit an keinem Tag'
}
