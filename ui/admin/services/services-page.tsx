import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useIsStep } from '../forms/step-form.ts'
import { type ListedResource, useResources } from '../resources/use-resources.ts'
import { DeleteServiceDialog } from './delete-service-dialog.tsx'
import { serviceColumns } from './service-columns.tsx'
import type { ListedService } from './service-draft.ts'
import { ServiceSheet } from './service-sheet.tsx'
import { ServiceTemplates } from './service-templates.tsx'
import { SERVICES_NOT_LOADED, useServices } from './use-services.ts'

/** The dialog that is open over the page. */
type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; service: ListedService }

/**
 * The table of services, with dialogs that edit and delete one. The audit links to a single one
 * (`?service=`).
 */
export function ServicesPage() {
  const { query, services } = useServices()
  const resources = useResources()
  const isStep = useIsStep()
  const [opened, setOpened] = useState<OpenDialog>()
  const [params, changeParams] = useSearchState('service')
  const linked = services?.find(({ id }) => id === params.service)
  const dialog = opened ?? (linked && ({ kind: 'edit', service: linked } as const))
  const [outcome, setOutcome] = useState<FormOutcome>()

  const open = (next: OpenDialog) => {
    setOutcome(undefined)
    setOpened(next)
  }
  const onEdit = (service: ListedService) => open({ kind: 'edit', service })
  const close = () => {
    setOpened(undefined)
    changeParams({ service: '' })
  }
  /** Closes the dialog and shows the sentence about what was done. */
  const showDone = (text: string) => {
    close()
    setOutcome({ tone: 'good', text })
    void refreshAdminData()
  }

  return (
    <>
      <PageHead
        title="Services & Preise"
        lead="Was Patienten buchen können, wie lange es dauert und was es kostet."
      >
        <Button kind={isStep ? 'secondary' : 'primary'} onClick={() => open({ kind: 'new' })}>
          <Plus />
          Neuer Service
        </Button>
      </PageHead>
      <div className="stack">
        <OutcomeBanner outcome={outcome} takesFocus />
        <Loaded
          query={query}
          failure={SERVICES_NOT_LOADED}
          loading="Lade Seite …"
          // On a phone each service takes one line per column, and some space around them.
          skeleton={<TableSkeleton rows={5} lines={8.5} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <ServiceTemplates onAdded={showDone} />
            ) : (
              <div className="card">
                <DataTable
                  caption="Services"
                  columns={serviceColumns({
                    onEdit,
                    onDelete: (service) => open({ kind: 'delete', service }),
                  })}
                  rows={rows}
                  keyOf={({ id }) => id}
                  onChoose={onEdit}
                  // Without rows the templates are shown instead.
                  empty=""
                />
              </div>
            )
          }
        </Loaded>
        <p className="small muted">
          <Link href="/admin/resources">Ärzte & Räume</Link>: wenn mehrere Personen oder Räume eigene Termine
          haben.
        </p>
      </div>
      {dialog && (
        <ServiceDialog
          dialog={dialog}
          services={services ?? []}
          // If they cannot be loaded, the sheet works without a choice.
          resources={resources.isPending ? undefined : (resources.data ?? [])}
          onDone={showDone}
          onClose={close}
        />
      )}
    </>
  )
}

type ServiceDialogProps = {
  dialog: OpenDialog
  services: readonly ListedService[]
  /** Undefined until they are loaded. */
  resources: readonly ListedResource[] | undefined
  /** Called with the sentence about what was done. */
  onDone: (text: string) => void
  onClose: () => void
}

/** The open dialog: the sheet of a service, or the confirmation before one is deleted. */
function ServiceDialog({ dialog, services, resources, onDone, onClose }: ServiceDialogProps) {
  if (dialog.kind === 'delete')
    return (
      <DeleteServiceDialog
        service={dialog.service}
        onDeleted={onDone}
        onClose={onClose}
        onFailure={() => void refreshAdminData()}
      />
    )
  // The sheet chooses its fields when it opens, so it waits for the resources.
  if (resources === undefined) return null
  return (
    <ServiceSheet
      resources={resources}
      service={dialog.kind === 'edit' ? dialog.service : undefined}
      isTaken={(id) => services.some((service) => service.id === id)}
      onSaved={onDone}
      onGone={() => {
        onClose()
        void refreshAdminData()
      }}
      onClose={onClose}
    />
  )
}
