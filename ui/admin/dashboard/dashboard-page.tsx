import { Redirect } from 'wouter'
import { clockTime, fullDay, longWeekday } from '../../../src/shared/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { OdooTasks } from '../components/odoo-tasks.tsx'
import { PageHead } from '../components/page.tsx'
import { FIRST_STEPS_PATH, leadsToFirstSteps } from '../first-steps/use-first-steps.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { Agenda } from './agenda.tsx'
import { AlertList } from './alert-list.tsx'
import { LoadChart, WeekChart } from './charts.tsx'
import styles from './dashboard.module.css'
import { FirstStepsCard } from './first-steps-card.tsx'
import { RequestList } from './request-list.tsx'
import { type Overview, useDashboard } from './use-dashboard.ts'

/** The path of this page. Alerts that link here are left out, because the page shows their subject anyway. */
const OWN_PATH = '/admin'

/** The start page: the open requests, today and tomorrow, two charts and the alerts. */
export function DashboardPage() {
  const query = useDashboard()
  return (
    <>
      {query.isLoadingError && <PageHead title="Übersicht" />}
      <Loaded query={query} failure="Übersicht konnte nicht geladen werden." skeleton={<DashboardSkeleton />}>
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
  overview: { now, requests, today, tomorrow, weeks, load, first_steps, odoo, alerts },
}: {
  overview: Overview
}) {
  const instant = Date.parse(now)
  const { choices } = useResourceChoice()
  return (
    <>
      <PageHead title={waitingText(requests.length)} lead={`${fullDay(now)}, ${clockTime(now)}`}>
        {choices.length > 0 && <ResourceFilter />}
      </PageHead>
      <div className="stack">
        <div className={styles.top}>
          <RequestList requests={requests} />
          <Agenda title="Heute" day={today} now={instant} />
          <Agenda title={`Morgen, ${longWeekday(tomorrow.date)}`} day={tomorrow} now={instant} />
        </div>
        {odoo && <OdooTasks {...odoo} />}
        {first_steps && <FirstStepsCard steps={first_steps.steps} />}
        <div className={`columns ${styles.foot}`}>
          <div className={`columns ${styles.charts}`}>
            <WeekChart weeks={weeks} />
            <LoadChart load={load} />
          </div>
          <AlertList alerts={alerts.filter(({ href }) => href !== OWN_PATH)} />
        </div>
      </div>
    </>
  )
}

/** Reserves the space of the heading, requests, days and charts of a usual day. */
function DashboardSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Lade Seite …</span>
      <div className={`stack gap-2 ${styles.headSkeleton}`}>
        <Skeleton height="1.3em" width={260} />
        <Skeleton height="1lh" width={220} />
      </div>
      <div className="stack">
        <Skeleton height={174} />
        <div className="columns">
          <Skeleton height={240} />
          <Skeleton height={240} />
        </div>
        <div className={`columns ${styles.foot}`}>
          <div className={`columns ${styles.charts}`}>
            <Skeleton height={278} />
            <Skeleton height={278} />
          </div>
          <Skeleton height={278} />
        </div>
      </div>
    </div>
  )
}

/** Returns the heading of the page. */
function waitingText(count: number): string {
  if (count === 0) return 'Keine Anfrage wartet'
  return count === 1 ? '1 Anfrage wartet' : `${count} Anfragen warten`
}
