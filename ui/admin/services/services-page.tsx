import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { durationText, priceText } from '../../../src/shared/service.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { type Column, DataTable, RowButton } from '../components/data-table.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { useAddress } from '../components/use-address.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useIsStep } from '../forms/step-form.ts'
import type { Outcome } from '../forms/use-submit-form.ts'
import { DeleteServiceDialog } from './delete-service-dialog.tsx'
import type { ListedService } from './service-entry.ts'
import { ServiceSheet } from './service-sheet.tsx'
import { ServiceTemplates } from './service-templates.tsx'
import { SERVICES_NOT_LOADED, useServices } from './use-services.ts'

/** What is open over the page. */
type Over = { kind: 'new' } | { kind: 'edit' | 'delete'; service: ListedService }

export function ServicesPage() {
  const { query, services, reload } = useServices()
  const isStep = useIsStep()
  const [opened, setOver] = useState<Over>()
  // The audit leads to one of them.
  const [address, change] = useAddress('service')
  const asked = services?.find(({ id }) => id === address.service)
  const over = opened ?? (asked && ({ kind: 'edit', service: asked } as const))
  const [outcome, setOutcome] = useState<Outcome>()

  const open = (next: Over) => {
    setOutcome(undefined)
    setOver(next)
  }
  const close = () => {
    setOver(undefined)
    change({ service: '' })
  }
  const done = (text: string) => {
    close()
    setOutcome({ tone: 'good', text })
    void reload()
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
        <Loaded query={query} failure={SERVICES_NOT_LOADED} skeleton={<PageSkeleton />}>
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
      </div>
      {(over?.kind === 'new' || over?.kind === 'edit') && (
        <ServiceSheet
          service={over.kind === 'edit' ? over.service : undefined}
          isTaken={(id) => services?.some((service) => service.id === id) ?? false}
          onSaved={done}
          onGone={() => {
            close()
            void reload()
          }}
          onClose={close}
        />
      )}
      {over?.kind === 'delete' && (
        <DeleteServiceDialog
          service={over.service}
          onDeleted={done}
          onClose={close}
          onStale={() => void reload()}
        />
      )}
    </>
  )
}

function columns(open: (over: Over) => void): Column<ListedService>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      width: '26%',
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
      quiet: true,
      width: '8%',
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
