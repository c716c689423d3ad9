import { viennaToday } from '../../api/server-clock.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { useShownDay } from './use-calendar.ts'
import { dayFactsIn, useDayLoads } from './use-day-loads.ts'

/** A month with the number of appointments and the load of each day. A press opens the day. */
export function MonthView() {
  const [, changeParams] = useSearchState('view', 'date')
  const day = useShownDay('month')
  const query = useDayLoads(day)
  return (
    <Loaded
      query={query}
      failure="Der Monat konnte nicht geladen werden."
      loading="Lade Kalender …"
      skeleton={<Skeleton height="calc(100dvh - 160px)" />}
    >
      {(loads) => (
        <MonthGrid
          large
          // A press leaves the month for the view of the day, so no day is marked.
          chosen={undefined}
          today={viennaToday()}
          month={day}
          factsOf={dayFactsIn(loads)}
          onTurn={(date) => changeParams({ date })}
          onChoose={(date) => changeParams({ view: 'day', date }, { push: true })}
        />
      )}
    </Loaded>
  )
}
