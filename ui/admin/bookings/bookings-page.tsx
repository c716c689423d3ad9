import { ToggleSegment } from '../../components/segment.tsx'
import { CalendarTools } from '../calendar/calendar-tools.tsx'
import { CalendarView } from '../calendar/calendar-view.tsx'
import { MonthView } from '../calendar/month-view.tsx'
import { PageHead } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { ListView } from './list-view.tsx'

type BookingsView = 'list' | 'month' | 'week' | 'day'

const VIEWS = [
  { value: 'list', label: 'Liste' },
  { value: 'month', label: 'Monat' },
  { value: 'week', label: 'Woche' },
  { value: 'day', label: 'Tag' },
] as const satisfies readonly { value: BookingsView; label: string }[]

/** All appointments as a list, a month, a week or a day; the URL says which (`?view=`). */
export function BookingsPage() {
  const [{ view: viewParam }, changeParams] = useSearchState('view')
  const view = VIEWS.find(({ value }) => value === viewParam)?.value ?? 'week'

  const viewSwitch = (
    <div className="no-print">
      <ToggleSegment
        label="Ansicht"
        options={VIEWS}
        value={view}
        onChange={(chosen: BookingsView) => changeParams({ view: chosen }, { push: true })}
      />
    </div>
  )
  // A calendar may fill the window (`data-tight`). `PageHead` shows either the tools or its children, so the
  // view switch appears only once.
  return (
    <div data-tight={view !== 'list' || undefined}>
      <PageHead
        title="Termine"
        tools={view !== 'list' && <CalendarTools period={view}>{viewSwitch}</CalendarTools>}
      >
        {viewSwitch}
      </PageHead>
      {view === 'list' && <ListView />}
      {view === 'month' && <MonthView />}
      {(view === 'week' || view === 'day') && <CalendarView key={view} period={view} />}
    </div>
  )
}
