import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { DataTable } from '../components/data-table.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { BookingFilters } from './booking-filters.tsx'
import { filterInUrl } from './filter-in-url.ts'
import { bookingColumns } from './list-columns.tsx'
import { type BookingFilter, type ListedBooking, PAGE_LENGTH, useBookings } from './use-bookings.ts'

/** The coming appointments, or the past ones, searched and filtered by the URL. */
export function ListView() {
  const [params, changeParams] = useSearchState(
    'from',
    'to',
    'status',
    'search',
    'past',
    'offset',
    'booking',
    // `1` to move the focus to the search field.
    'find',
  )
  const { choices, chosen = '' } = useResourceChoice()
  const filter = { ...filterInUrl(params), resource: chosen }
  // The rows name their doctor or room only if the list is of all of them.
  const namedResources = chosen === '' ? choices : []
  const offset = Math.max(0, Number(params.offset) || 0)

  // New conditions start with the first page. `find` is removed, because it has already moved the focus.
  const changeFilter = (changes: Record<string, string>) => changeParams({ offset: '', find: '', ...changes })
  const showPast = () => changeFilter({ past: '1' })
  const openDetails = ({ id }: ListedBooking) => changeParams({ booking: id, find: '' }, { push: true })

  return (
    <>
      <BookingFilters filter={filter} focusesSearch={params.find !== ''} onChange={changeFilter} />
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
                columns={bookingColumns(openDetails, namedResources)}
                rows={bookings}
                keyOf={({ id }) => id}
                chosenKey={params.booking}
                onChoose={openDetails}
                empty={<NoBookings filter={filter} onPast={showPast} />}
              />
            </div>
            <Pages
              offset={offset}
              total={total}
              onTurn={(next) => changeFilter({ offset: next === 0 ? '' : String(next) })}
            />
            {filter.when === 'coming' && filter.search !== '' && (
              <PastMatches filter={filter} onShow={showPast} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Says that nothing matches. Without a search, a button shows the past appointments. */
function NoBookings({ filter: { when, search }, onPast }: { filter: BookingFilter; onPast: () => void }) {
  if (when !== 'coming') return 'Kein Termin.'
  return (
    <>
      Kein kommender Termin.{' '}
      {search === '' && (
        <Button kind="link" onClick={onPast}>
          Vergangene zeigen
        </Button>
      )}
    </>
  )
}

type PagesProps = { offset: number; total: number; onTurn: (offset: number) => void }

/** Says which appointments out of how many are shown, with buttons for the previous and next page. */
function Pages({ offset, total, onTurn }: PagesProps) {
  if (total === 0) return null
  const lastPosition = Math.min(offset + PAGE_LENGTH, total)
  return (
    <nav className="row gap-2 mt-4 no-print" aria-label="Seiten">
      <p className="num muted small">
        {offset + 1} bis {lastPosition} von {total}
      </p>
      <span className="push" />
      <Button size="small" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - PAGE_LENGTH))}>
        Zurück
      </Button>
      <Button size="small" disabled={lastPosition >= total} onClick={() => onTurn(offset + PAGE_LENGTH)}>
        Weiter
      </Button>
    </nav>
  )
}

/**
 * Says, below the coming appointments, how many past ones match the search, with a button that shows them.
 */
function PastMatches({ filter, onShow }: { filter: BookingFilter; onShow: () => void }) {
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
