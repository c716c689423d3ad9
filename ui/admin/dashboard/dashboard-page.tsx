import { lazy, Suspense } from 'react'
import { clockTime, fullDay, longWeekday } from '../../../src/shared/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { BookingDetails } from '../bookings/booking-details.tsx'
import { LoadFailure } from '../components/load-failure.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { Agenda } from './agenda.tsx'
import { AlertList } from './alert-list.tsx'
import styles from './dashboard-page.module.css'
import { RequestList } from './request-list.tsx'
import { type Overview, useDashboard } from './use-dashboard.ts'

const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }))

/** What must I do now? Then: who comes today and tomorrow, how full it gets, and what needs care. */
export function OverviewPage() {
  const { data, error, isFetching, refetch } = useDashboard()
  return (
    <>
      {data ? (
        <Loaded overview={data} />
      ) : error ? (
        <>
          <PageHead title="Übersicht" />
          <LoadFailure
            error={error}
            sentence="Übersicht konnte nicht geladen werden."
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </>
      ) : (
        <PageSkeleton />
      )}
      <BookingDetails />
    </>
  )
}

function Loaded({ overview: { now, requests, today, tomorrow, weeks, load, care } }: { overview: Overview }) {
  const instant = Date.parse(now)
  return (
    <>
      <PageHead title={waitingText(requests.length)} lead={`${fullDay(now)}, ${clockTime(now)}`} />
      <div className={styles.boards}>
        <RequestList requests={requests} />
        <div className={styles.days}>
          <Agenda title="Heute" day={today} now={instant} />
          <Agenda title={`Morgen, ${longWeekday(tomorrow.date)}`} day={tomorrow} now={instant} />
        </div>
        <div className={styles.foot}>
          <Suspense
            fallback={
              <>
                <Skeleton height={270} />
                <Skeleton height={270} />
              </>
            }
          >
            <Charts weeks={weeks} load={load} />
          </Suspense>
          <AlertList care={care} />
        </div>
      </div>
    </>
  )
}

function waitingText(count: number): string {
  if (count === 0) return 'Keine Anfrage wartet'
  return count === 1 ? '1 Anfrage wartet' : `${count} Anfragen warten`
}
