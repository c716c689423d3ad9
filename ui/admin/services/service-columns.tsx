import { Trash2 } from 'lucide-react'
import { durationText } from '../../../src/shared/service/duration.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { Badge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import type { Column } from '../components/table-column.ts'
import { RowButton } from '../components/table-row.tsx'
import type { ListedService } from './service-draft.ts'

type RowActions = { onEdit: (service: ListedService) => void; onDelete: (service: ListedService) => void }

/** The columns of the table of services. */
export function serviceColumns({ onEdit, onDelete }: RowActions): Column<ListedService>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      width: '26%',
      tabletWidth: '25%',
      sortBy: ({ name }) => name,
      cell: (service) => <RowButton onPress={() => onEdit(service)}>{service.name}</RowButton>,
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
          label={`Service „${service.name}“ löschen`}
          title="Löschen"
          icon={<Trash2 />}
          onClick={() => onDelete(service)}
        />
      ),
    },
  ]
}
