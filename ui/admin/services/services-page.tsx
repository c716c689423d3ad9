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
import { useResources } from '../resources/use-resources.ts'
import { serviceColumns } from './service-columns.tsx'
import { type OpenDialog, ServiceDialog } from './service-dialog.tsx'
import type { ListedService } from './service-draft.ts'
import { ServiceTemplates } from './service-templates.tsx'
import { SERVICES_NOT_LOADED, useServices } from './use-services.ts'

/**
 * The table of services, with dialogs that edit and delete one. The audit links to a single one
 * (`?service=`).
 */
export function ServicesPage() {
  const { query, services } = useServices()
  const resources = useResources()
  const isStep = useIsStep()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [params, changeParams] = useSearchState('service')
  const linkedService = services?.find(({ id }) => id === params.service)
  const shownDialog = dialog ?? (linkedService && ({ kind: 'edit', service: linkedService } as const))
  const [outcome, setOutcome] = useState<FormOutcome>()

  const openDialog = (next: OpenDialog) => {
    setOutcome(undefined)
    setDialog(next)
  }
  const closeDialog = () => {
    setDialog(undefined)
    changeParams({ service: '' })
  }
  /** Closes the dialog and shows the sentence about what was done. */
  const showSuccess = (text: string) => {
    closeDialog()
    setOutcome({ tone: 'good', text })
    void refreshAdminData()
  }

  return (
    <>
      <PageHead
        title="Services & Preise"
        lead="Was Patienten buchen können, wie lange es dauert und was es kostet."
      >
        <Button kind={isStep ? 'secondary' : 'primary'} onClick={() => openDialog({ kind: 'new' })}>
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
          skeleton={<TableSkeleton rowCount={5} linesPerRow={8.5} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <ServiceTemplates onAdded={showSuccess} />
            ) : (
              <ServiceTable
                services={rows}
                onEdit={(service) => openDialog({ kind: 'edit', service })}
                onDelete={(service) => openDialog({ kind: 'delete', service })}
              />
            )
          }
        </Loaded>
        <p className="small muted">
          <Link href="/admin/resources">Ärzte & Räume</Link>: wenn mehrere Personen oder Räume eigene Termine
          haben.
        </p>
      </div>
      {shownDialog && (
        <ServiceDialog
          dialog={shownDialog}
          services={services ?? []}
          // If they cannot be loaded, the sheet works without a choice.
          resources={resources.isPending ? undefined : (resources.data ?? [])}
          onDone={showSuccess}
          onClose={closeDialog}
        />
      )}
    </>
  )
}

type ServiceTableProps = {
  services: readonly ListedService[]
  onEdit: (service: ListedService) => void
  onDelete: (service: ListedService) => void
}

/** The services in a table. A press on a row edits its service. */
function ServiceTable({ services, onEdit, onDelete }: ServiceTableProps) {
  return (
    <div className="card">
      <DataTable
        caption="Services"
        columns={serviceColumns({ onEdit, onDelete })}
        rows={services}
        keyOf={({ id }) => id}
        onChoose={onEdit}
        // Without rows the templates are shown instead.
        empty=""
      />
    </div>
  )
}
