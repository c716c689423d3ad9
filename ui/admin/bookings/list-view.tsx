import { Download } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { BOOKING_STATUSES, displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminText } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox, Field, FieldError, SelectInput, TextInput } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { serviceText } from '../calendar/board-items.ts'
import styles from '../components/admin.module.css'
import { type Column, DataTable } from '../components/data-table.tsx'
import { download } from '../components/download.ts'
import { useIsDoctor } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { DayField } from '../forms/day-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import {
  type BookingFilter,
  type BookingRow,
  PAGE_LENGTH,
  useBookings,
  withoutEmpty,
} from './use-bookings.ts'

/** The coming appointments, or the past ones, searched and filtered by the address. */
export function ListView() {
  const [address, change] = useSearchState(
    'from',
    'to',
    'status',
    'search',
    'past',
    'offset',
    'booking',
    'find',
  )
  const { choices, chosen = '' } = useResourceChoice()
  const filter = { ...filterIn(address), resource: chosen }
  // The names stand where the list is that of all.
  const namesOf = chosen === '' ? choices : []
  const offset = Math.max(0, Number(address.offset) || 0)

  const set = (changes: Record<string, string>) => change({ offset: '', find: '', ...changes })
  const open = ({ id }: BookingRow) => change({ booking: id, find: '' })

  return (
    <>
      <Filters filter={filter} isSought={address.find !== ''} onChange={set} />
      <Loaded
        query={useBookings(filter, offset)}
        failure="Termine konnten nicht geladen werden."
        loading="Lade Termine …"
        skeleton={<Skeleton height={420} />}
      >
        {({ bookings, total }) => (
          <>
            <div className="card">
              <DataTable
                caption="Termine"
                columns={columnsOf(open, namesOf)}
                rows={bookings}
                keyOf={({ id }) => id}
                chosenKey={address.booking}
                onChoose={open}
                empty={
                  <>
                    {filter.when === 'coming' ? 'Kein kommender Termin.' : 'Kein Termin.'}{' '}
                    {filter.when === 'coming' && filter.search === '' && (
                      <Button kind="link" onClick={() => set({ past: '1' })}>
                        Vergangene zeigen
                      </Button>
                    )}
                  </>
                }
              />
            </div>
            <Pages
              offset={offset}
              total={total}
              onTurn={(next) => set({ offset: next === 0 ? '' : String(next) })}
            />
            {filter.when === 'coming' && filter.search !== '' && (
              <PastToo filter={filter} onShow={() => set({ past: '1' })} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const columnsOf = (
  open: (row: BookingRow) => void,
  resources: readonly { id: string; name: string }[],
): readonly Column<BookingRow>[] => [
  {
    name: 'start',
    label: 'Termin',
    width: '21%',
    tabletWidth: '20.5%',
    wraps: true,
    cell: (row) => (
      <button type="button" className="plain-link num" onClick={() => open(row)}>
        <time dateTime={row.start}>{shortDayTime(row.start, viennaToday())}</time>
      </button>
    ),
    sortBy: ({ start }) => Date.parse(start),
  },
  {
    name: 'name',
    label: 'Patient/in',
    width: '21%',
    tabletWidth: '20%',
    wraps: true,
    cell: ({ id, name, booked_by, marked }) => (
      <div className="stack start gap-2">
        <div>
          <b>
            <PatientLink booking={id}>{name}</PatientLink>
          </b>
          {booked_by && <div className="muted small">von {booked_by}</div>}
        </div>
        {marked && <Badge tone="neutral" label="Auffällig" size="small" />}
      </div>
    ),
    sortBy: ({ name }) => name.split(' ').at(-1) ?? name,
  },
  {
    name: 'service',
    label: 'Leistung',
    width: '16%',
    tabletWidth: '17.5%',
    wraps: true,
    cell: (row) => (
      <div>
        {serviceText(row)}
        {resources
          .filter(({ id }) => id === row.resource_id)
          .map(({ id, name }) => (
            <div key={id} className="muted small">
              {name}
            </div>
          ))}
      </div>
    ),
    sortBy: ({ service_name }) => service_name,
  },
  {
    name: 'mobile',
    label: 'Telefon',
    width: '16%',
    tabletWidth: '20.5%',
    cell: ({ mobile }) => <span className="num nowrap">{mobile}</span>,
  },
  {
    name: 'status',
    label: 'Status',
    width: '27%',
    tabletWidth: '21.5%',
    wraps: true,
    cell: ({ status, move }) => (
      <div className="stack start gap-2">
        <Badge size="small" {...displayOfStatus(status)} />
        {move && <Badge size="small" {...MOVE_ASKED} />}
      </div>
    ),
    sortBy: ({ status }) => displayOfStatus(status).label,
  },
]

type FiltersProps = {
  filter: BookingFilter
  /** True when the search field takes the focus. */
  isSought: boolean
  onChange: (changes: Record<string, string>) => void
}

function Filters({ filter, isSought, onChange }: FiltersProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isDoctor = useIsDoctor()
  const fields = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSought) fields.current?.querySelector('input')?.focus()
  }, [isSought])
  const to = (name: keyof BookingFilter) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange({ [name]: event.target.value })

  const download = async () => {
    setBusy(true)
    setFailure(await downloadCsv(filter))
    setBusy(false)
  }

  return (
    <search ref={fields} className={`no-print ${styles.filters}`}>
      <Field label="Suche">
        <TextInput
          type="search"
          placeholder="Name, E-Mail oder Telefon"
          value={filter.search}
          onChange={to('search')}
        />
      </Field>
      <Field label="Status">
        <SelectInput value={filter.status} onChange={to('status')}>
          <option value="">Alle</option>
          {BOOKING_STATUSES.map((status) => (
            <option key={status} value={status}>
              {displayOfStatus(status).label}
            </option>
          ))}
        </SelectInput>
      </Field>
      <ResourceFilter />
      <DayField label="Von" value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label="Bis" value={filter.to} onChange={(to) => onChange({ to })} />
      {isDoctor && (
        <Button busy={busy} onClick={() => void download()}>
          <Download />
          CSV
        </Button>
      )}
      <div className={styles.past}>
        {failure && <FieldError id="csv-error">{failure}</FieldError>}
        <Checkbox
          checked={filter.when === 'past'}
          onChange={({ target }) => onChange({ past: target.checked ? '1' : '' })}
        >
          Vergangene zeigen
        </Checkbox>
      </div>
    </search>
  )
}

type PagesProps = { offset: number; total: number; onTurn: (offset: number) => void }

function Pages({ offset, total, onTurn }: PagesProps) {
  if (total === 0) return null
  const last = Math.min(offset + PAGE_LENGTH, total)
  return (
    <nav className="row gap-2 mt-4 no-print" aria-label="Seiten">
      <p className="num muted small">
        {offset + 1} bis {last} von {total}
      </p>
      <span className="push" />
      <Button size="small" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - PAGE_LENGTH))}>
        Zurück
      </Button>
      <Button size="small" disabled={last >= total} onClick={() => onTurn(offset + PAGE_LENGTH)}>
        Weiter
      </Button>
    </nav>
  )
}

/**
 * Says below the coming appointments how many past ones the search has found, with a button that shows them.
 */
function PastToo({ filter, onShow }: { filter: BookingFilter; onShow: () => void }) {
  const { data } = useBookings({ ...filter, when: 'past' }, 0)
  if (!data || data.total === 0) return null
  return (
    <p className="mt-4">
      <Button kind="link" onClick={onShow}>
        … und {data.total} {data.total === 1 ? 'vergangener' : 'vergangene'}
      </Button>
    </p>
  )
}

type Asked = Record<'from' | 'to' | 'status' | 'search' | 'past', string>

function filterIn({ from, to, status, search, past }: Asked): Omit<BookingFilter, 'resource'> {
  return {
    from,
    to,
    search,
    // Days in the filter are shown with all their appointments.
    when: past ? 'past' : from || to ? '' : 'coming',
    status: BOOKING_STATUSES.find((known) => known === status) ?? '',
  }
}

/** Saves the appointments of these days and this status as a file. Resolves to the sentence for a failure. */
async function downloadCsv(filter: BookingFilter): Promise<string | undefined> {
  const { search: _, ...range } = withoutEmpty(filter)
  try {
    const csv = await adminText(admin['bookings.csv'].$get({ query: range }))
    download('termine.csv', 'text/csv', csv)
    return undefined
  } catch (error) {
    return sentenceOf(error as Error, 'Die Datei konnte nicht geladen werden.')
  }
}
