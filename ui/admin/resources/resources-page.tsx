import { Plus } from 'lucide-react'
import { useState } from 'react'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { PageHead } from '../components/page.tsx'
import { OwnHoursDialog } from './own-hours-dialog.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import { ResourceRow, type ResourceRowDialog } from './resource-row.tsx'
import { type ListedResource, useResources } from './use-resources.ts'

/** The dialog that is open over the page. */
type OpenDialog = Readonly<{ kind: 'new' } | { kind: ResourceRowDialog; resource: ListedResource }>

/** The page of the doctors and rooms whose time is booked. A practice with one doctor never needs it. */
export function ResourcesPage() {
  const query = useResources()
  const [dialog, openDialog] = useState<OpenDialog>()
  const closeDialog = () => openDialog(undefined)
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
                  onOpen={(kind) => openDialog({ kind, resource })}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      {dialog?.kind === 'new' && (
        <ResourceDialog resource={undefined} resources={resources} onClose={closeDialog} />
      )}
      {dialog?.kind === 'change' && (
        <ResourceDialog resource={dialog.resource} resources={resources} onClose={closeDialog} />
      )}
      {dialog?.kind === 'hours' && <OwnHoursDialog resource={dialog.resource} onClose={closeDialog} />}
      {dialog?.kind === 'delete' && <DeleteResourceDialog resource={dialog.resource} onClose={closeDialog} />}
    </>
  )
}

type DeleteResourceDialogProps = { resource: ListedResource; onClose: () => void }

/** Asks for confirmation before a doctor or room is deleted. */
function DeleteResourceDialog({ resource, onClose }: DeleteResourceDialogProps) {
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
