import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { serviceDeleted } from '../../../src/shared/admin-messages.de.ts'
import { durationText } from '../../../src/shared/service/duration.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import {
  SERVICE_TEMPLATE_IDS,
  SERVICE_TEMPLATES,
  type ServiceTemplate,
} from '../../../src/shared/service/service-templates.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { ChoiceCard, ChoiceCards } from '../../components/choice-cards.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { type Column, DataTable, RowButton, TableSkeleton } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useIsStep } from '../forms/step-form.ts'
import { type FormOutcome, SAVE_FAILURE, toOutcome } from '../forms/use-submit-form.ts'
import { useResources } from '../resources/use-resources.ts'
import type { ListedService } from './service-draft.ts'
import { ServiceSheet } from './service-sheet.tsx'
import { SERVICES_NOT_LOADED, useServices } from './use-services.ts'

/** The dialog that is open over the page. */
type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; service: ListedService }

export function ServicesPage() {
  const { query, services } = useServices()
  const resources = useResources()
  const isStep = useIsStep()
  const [opened, setOpened] = useState<OpenDialog>()
  // The audit links to single services.
  const [address, change] = useSearchState('service')
  const linked = services?.find(({ id }) => id === address.service)
  const dialog = opened ?? (linked && ({ kind: 'edit', service: linked } as const))
  const [outcome, setOutcome] = useState<FormOutcome>()

  const open = (next: OpenDialog) => {
    setOutcome(undefined)
    setOpened(next)
  }
  const close = () => {
    setOpened(undefined)
    change({ service: '' })
  }
  const done = (text: string) => {
    close()
    setOutcome({ tone: 'good', text })
    void refreshShown()
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
          skeleton={<TableSkeleton rows={5} lines={8.5} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <ServiceTemplates onAdded={done} />
            ) : (
              <div className="card">
                <DataTable
                  caption="Services"
                  columns={columns(open)}
                  rows={rows}
                  keyOf={({ id }) => id}
                  onChoose={(service) => open({ kind: 'edit', service })}
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
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && !resources.isPending && (
        <ServiceSheet
          resources={resources.data ?? []}
          service={dialog.kind === 'edit' ? dialog.service : undefined}
          isTaken={(id) => services?.some((service) => service.id === id) ?? false}
          onSaved={done}
          onGone={() => {
            close()
            void refreshShown()
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteServiceDialog
          service={dialog.service}
          onDeleted={done}
          onClose={close}
          onStale={() => void refreshShown()}
        />
      )}
    </>
  )
}

function columns(open: (dialog: OpenDialog) => void): Column<ListedService>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      width: '26%',
      tabletWidth: '25%',
      sortBy: ({ name }) => name,
      cell: (service) => (
        <RowButton onPress={() => open({ kind: 'edit', service })}>{service.name}</RowButton>
      ),
    },
    {
      name: 'visit',
      label: 'Besuch',
      width: '15%',
      sortBy: ({ first_visit }) => (first_visit ? 0 : 1),
      cell: ({ first_visit }) => (first_visit ? 'Erstbesuch' : 'Folgebesuch'),
    },
    {
      name: 'duration',
      label: 'Dauer',
      width: '10%',
      sortBy: ({ duration_min }) => duration_min,
      cell: ({ duration_min }) => <span className="num">{duration_min} Min</span>,
    },
    {
      name: 'shown',
      label: 'Angezeigt',
      width: '13%',
      cell: (service) => <span className="num">{durationText(service) || 'keine Dauer'}</span>,
    },
    {
      name: 'price',
      label: 'Preis',
      width: '15%',
      tabletWidth: '13%',
      sortBy: ({ price }) => price,
      cell: ({ price }) => <span className="num">{priceText(price)}</span>,
    },
    {
      name: 'active',
      label: 'Status',
      width: '13%',
      sortBy: ({ active }) => (active ? 0 : 1),
      cell: ({ active }) => (
        <span>
          <Badge size="small" tone={active ? 'good' : 'neutral'} label={active ? 'aktiv' : 'inaktiv'} />
        </span>
      ),
    },
    {
      name: 'delete',
      label: 'Löschen',
      hidesLabel: true,
      width: '8%',
      tabletWidth: '11%',
      cell: (service) => (
        <IconButton
          label={`Service "${service.name}" löschen`}
          title="Löschen"
          icon={<Trash2 />}
          onClick={() => open({ kind: 'delete', service })}
        />
      ),
    },
  ]
}

type DeleteServiceDialogProps = {
  service: ListedService
  /** Called with the sentence to show. */
  onDeleted: (text: string) => void
  onClose: () => void
  /** Called when the list turns out to be outdated. */
  onStale: () => void
}

/** Asks before a service is deleted, and once more when another user has changed it meanwhile. */
function DeleteServiceDialog({ service, onDeleted, onClose, onStale }: DeleteServiceDialogProps) {
  const { id, name, version } = service
  const deletion = useMutation({
    mutationFn: (force: boolean) =>
      adminRequest(
        admin.services[':id'].$delete({ param: { id } }, { headers: force ? {} : { 'If-Match': version } }),
      ),
    onSuccess: ({ message }) => onDeleted(message || serviceDeleted(id)),
    onError: onStale,
  })
  const { error } = deletion
  const changed = hasCode(error, 'conflict')
  const gone = error instanceof ApiError && error.status === 404

  return (
    <ConfirmDialog
      title={`Service "${name}" löschen?`}
      button={!gone && (changed ? `"${name}" trotzdem löschen` : `"${name}" löschen`)}
      busyText="Löschen …"
      cancel={gone ? 'Schließen' : 'Abbrechen'}
      busy={deletion.isPending}
      error={error}
      failure="Löschen fehlgeschlagen."
      onConfirm={() => deletion.mutate(changed)}
      onClose={onClose}
    >
      <p>
        Patienten können diesen Service dann nicht mehr buchen. Schon gebuchte Termine bleiben. Soll er nur
        vorübergehend nicht buchbar sein, genügt es, ihn auf „inaktiv“ zu stellen.
      </p>
    </ConfirmDialog>
  )
}

/** A first list of services for a practice that has none. */
function ServiceTemplates({ onAdded }: { onAdded: (sentence: string) => void }) {
  const add = useMutation({
    mutationFn: (template: ServiceTemplate) =>
      adminRequest(admin.services.template.$post({ json: { template } })),
    onSuccess: ({ message }) => onAdded(message),
  })
  return (
    <section className="wide" aria-label="Vorlagen">
      <p className="lead mb-3">
        Noch gibt es keine Services. Beginnen Sie mit einer Vorlage: Zeiten und Preise sind Vorschläge; alles
        lässt sich danach ändern.
      </p>
      <ChoiceCards>
        {SERVICE_TEMPLATE_IDS.map((id) => (
          <ChoiceCard
            key={id}
            title={SERVICE_TEMPLATES[id].title}
            description={SERVICE_TEMPLATES[id].services.map(({ name }) => name).join(' · ')}
            onChoose={() => !add.isPending && add.mutate(id)}
          />
        ))}
      </ChoiceCards>
      <OutcomeBanner outcome={toOutcome(add.error, SAVE_FAILURE)} />
    </section>
  )
}
