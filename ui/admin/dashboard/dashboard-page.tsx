import { Redirect } from 'wouter'
import { clockTime, fullDay, longWeekday } from '../../../src/shared/format.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { FirstStepsCard } from '../first-steps/first-steps-card.tsx'
import { FIRST_STEPS_PATH, leadsToFirstSteps } from '../first-steps/use-first-steps.ts'
import { Agenda } from './agenda.tsx'
import { AlertList } from './alert-list.tsx'
import { LoadChart, WeekChart } from './charts.tsx'
import styles from './dashboard.module.css'
import { RequestList } from './request-list.tsx'
import { type Overview, useDashboard } from './use-dashboard.ts'

/** The open requests first, then today and tomorrow, two charts and the alerts. */
export function DashboardPage() {
  const query = useDashboard()
  return (
    <>
      {query.isLoadingError && <PageHead title="Übersicht" />}
      <Loaded query={query} failure="Übersicht konnte nicht geladen werden." skeleton={<PageSkeleton />}>
        {(overview) =>
          leadsToFirstSteps(overview.first_steps) ? (
            <Redirect to={FIRST_STEPS_PATH} replace />
          ) : (
            <Dashboard overview={overview} />
          )
        }
      </Loaded>
    </>
  )
}

function Dashboard({
  overview: { now, requests, today, tomorrow, weeks, load, first_steps, alerts },
}: {
  overview: Overview
}) {
  const instant = Date.parse(now)
  return (
    <>
      <PageHead title={waitingText(requests.length)} lead={`${fullDay(now)}, ${clockTime(now)}`} />
      <div className="stack">
        <RequestList requests={requests} />
        {first_steps && <FirstStepsCard steps={first_steps.steps} />}
        <div className={`columns ${styles.days}`}>
          <Agenda title="Heute" day={today} now={instant} />
          <Agenda title={`Morgen, ${longWeekday(tomorrow.date)}`} day={tomorrow} now={instant} />
        </div>
        <div className={`columns ${styles.foot}`}>
          <WeekChart weeks={weeks} />
          <LoadChart load={load} />
          <AlertList alerts={alerts} />
        </div>
      </div>
    </>
  )
}

function waitingText(count: number): string {
  if (count === 0) return 'Keine Anfrage wartet'
  return count === 1 ? '1 Anfrage wartet' : `${count} Anfragen warten`
}
