import { viennaToday } from '../../api/server-clock.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { useShownDay } from './use-calendar.ts'
import { factsIn, useLoad } from './use-load.ts'

/** A month with the number of appointments and the load of each day. A press opens the day. */
export function MonthView() {
  const [, change] = useSearchState('view', 'date')
  const day = useShownDay('month')
  const load = useLoad(day)
  return (
    <Loaded
      query={load}
      failure="Der Monat konnte nicht geladen werden."
      loading="Lade Kalender …"
      skeleton={<Skeleton height="calc(100dvh - 160px)" />}
    >
      {(loads) => (
        <MonthGrid
          large
          chosen={undefined}
          today={viennaToday()}
          month={day}
          factsOf={factsIn(loads)}
          onTurn={(date) => change({ date })}
          onChoose={(date) => change({ view: 'day', date }, { push: true })}
        />
      )}
    </Loaded>
  )
}
