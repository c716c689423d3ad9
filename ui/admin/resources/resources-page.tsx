import { useMutation } from '@tanstack/react-query'
import { ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { WEEKDAYS } from '../../../src/shared/hours.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { PageHead } from '../components/page.tsx'
import { useIsDoctor } from '../components/page-access.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { SAVE_FAILURE, toOutcome } from '../forms/use-submit-form.ts'
import { hoursText } from '../settings/hours-draft.ts'
import { OwnHoursDialog } from './own-hours-dialog.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import { type ListedResource, useResources } from './use-resources.ts'

type OpenDialog =
  | Readonly<{ kind: 'new' }>
  | Readonly<{ kind: 'change' | 'hours' | 'removal'; resource: ListedResource }>

/** The doctors and rooms whose time is booked. A practice of one doctor never needs this page. */
export function ResourcesPage() {
  const query = useResources()
  const [dialog, openDialog] = useState<OpenDialog>()
  const close = () => openDialog(undefined)
  const resources = query.data ?? []
  return (
    <>
      <PageHead
        title="Ärzte & Räume"
        lead="Jede Person und jeder Raum hat eigene Termine. Wer eine Leistung anbietet, steht bei der Leistung."
      >
        <Button kind="primary" onClick={() => openDialog({ kind: 'new' })}>
          <Plus />
          Neu
        </Button>
      </PageHead>
      <div className="card">
        <Loaded
          query={query}
          failure="Ärzte und Räume konnten nicht geladen werden."
          loading="Lade Seite …"
          skeleton={<Skeleton height={160} />}
        >
          {(rows) => (
            <ul className="rows">
              {rows.map((resource, index) => (
                <ResourceRow
                  key={resource.id}
                  resource={resource}
                  above={rows[index - 1]}
                  openDialog={openDialog}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      {dialog?.kind === 'new' && <ResourceDialog resource={undefined} all={resources} onClose={close} />}
      {dialog?.kind === 'change' && (
        <ResourceDialog resource={dialog.resource} all={resources} onClose={close} />
      )}
      {dialog?.kind === 'hours' && <OwnHoursDialog resource={dialog.resource} onClose={close} />}
      {dialog?.kind === 'removal' && <RemovalDialog resource={dialog.resource} onClose={close} />}
    </>
  )
}

type ResourceRowProps = {
  resource: ListedResource
  /** The one before it in the order; undefined for the first. */
  above: ListedResource | undefined
  openDialog: (dialog: OpenDialog) => void
}

function ResourceRow({ resource, above, openDialog }: ResourceRowProps) {
  const { name, title, active } = resource
  const isDoctor = useIsDoctor()
  const moveUp = useMutation({
    mutationFn: moveAbove,
    onSettled: refreshShown,
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
          <Button
            size="small"
            aria-label={`„${name}“ ändern`}
            onClick={() => openDialog({ kind: 'change', resource })}
          >
            Ändern
          </Button>
          <Button
            size="small"
            aria-label={`Arbeitszeiten von „${name}“`}
            onClick={() => openDialog({ kind: 'hours', resource })}
          >
            Arbeitszeiten
          </Button>
          {isDoctor && (
            <Button
              size="small"
              aria-label={`„${name}“ löschen`}
              onClick={() => openDialog({ kind: 'removal', resource })}
            >
              Löschen
            </Button>
          )}
        </div>
      </div>
      <OutcomeBanner outcome={toOutcome(moveUp.error, SAVE_FAILURE)} />
    </li>
  )
}

/** Swaps the two. Where both have the same order, the one above goes one further. */
async function moveAbove({ resource, above }: { resource: ListedResource; above: ListedResource }) {
  await putOrder(resource, above.order)
  await putOrder(above, Math.max(resource.order, above.order + 1))
}

function putOrder({ id }: ListedResource, order: number) {
  return adminRequest(admin.resources[':id'].$put({ param: { id: encodeURIComponent(id) }, json: { order } }))
}

function ownHoursText({ working_hours: hours }: ListedResource): string {
  if (hours === null) return 'Arbeitszeiten der Ordination'
  const days = WEEKDAYS.flatMap(({ weekday, name }) =>
    // null: not working on this day.
    hours[weekday] === null ? [] : `${name.slice(0, 2)} ${hoursText(hours[weekday])}`,
  )
  return days.join(' · ') || 'arbeitet derzeit an keinem Tag'
}

function RemovalDialog({ resource, onClose }: { resource: ListedResource; onClose: () => void }) {
  const { id, name, version } = resource
  return (
    <ConfirmAction
      title={`„${name}“ löschen?`}
      button={`„${name}“ löschen`}
      busyText="Löschen …"
      failure="Löschen fehlgeschlagen."
      action={() =>
        adminRequest(
          admin.resources[':id'].$delete(
            { param: { id: encodeURIComponent(id) } },
            { headers: { 'If-Match': version } },
          ),
        )
      }
      onClose={onClose}
    >
      <p>
        Mit „{name}“ gibt es dann keine Termine mehr, und die Abwesenheiten gehen mit. Gibt es noch kommende
        Termine, genügt es, auf „inaktiv“ zu stellen.
      </p>
    </ConfirmAction>
  )
}
