import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { clockTime, fullDay, longWeekday } from '../../../src/shared/format.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { OdooTasks } from '../components/odoo-tasks.tsx'
import { PageHead } from '../components/page.tsx'
import { useCanOpen } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import {
  FIRST_STEPS_PATH,
  type FirstSteps,
  leadsToFirstSteps,
  stepAddress,
  useFinishFirstSteps,
} from '../first-steps/use-first-steps.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { SAVE_FAILURE, toOutcome } from '../forms/use-submit-form.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { Agenda } from './agenda.tsx'
import { LoadChart, WeekChart } from './charts.tsx'
import styles from './dashboard.module.css'
import { ReleaseHoldsDialog } from './release-holds-dialog.tsx'
import { RequestList } from './request-list.tsx'
import { type Overview, useDashboard } from './use-dashboard.ts'

/** Alerts that lead to this page have their list above. */
const PATH = '/admin'

/** The open requests first, then today and tomorrow, two charts and the alerts. */
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
          <AlertList alerts={alerts.filter(({ href }) => href !== PATH)} />
        </div>
      </div>
    </>
  )
}

/** Keeps the places of heading, requests, days and charts of a usual day. */
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

function waitingText(count: number): string {
  if (count === 0) return 'Keine Anfrage wartet'
  return count === 1 ? '1 Anfrage wartet' : `${count} Anfragen warten`
}

const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const

/** The alerts (docs/behaviour.md 12.26), the worst first, each with a link to the page that can help. */
function AlertList({ alerts }: { alerts: Overview['alerts'] }) {
  const canOpen = useCanOpen()
  const [address, change] = useSearchState('holds')
  const [released, setReleased] = useState<string>()
  const asksForHolds = address.holds === 'release' && alerts.some(({ kind }) => kind === 'holds')
  return (
    <section aria-label="Bitte beachten">
      <div className="card">
        <h2 className={styles.cardHead}>Bitte beachten</h2>
        <ul className="rows">
          {alerts.length === 0 && (
            <li className={`media small ${styles.alert}`} data-level="good">
              <CircleCheck />
              <span>Alles in Ordnung.</span>
            </li>
          )}
          {alerts.map(({ kind, level, title, detail, href }) => {
            const Icon = kind === 'backup' && level === 'info' ? CircleCheck : ICONS[level]
            return (
              <li key={`${kind} ${detail}`} className={`media small ${styles.alert}`} data-level={level}>
                <Icon />
                <div>
                  {href && canOpen(href) ? <Link href={href}>{title}</Link> : <b>{title}</b>}
                  <p className="muted num">{detail}</p>
                  {kind === 'holds' && (
                    <Button kind="link" onClick={() => change({ holds: 'release' }, { push: true })}>
                      Zeiten freigeben …
                    </Button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      </div>
      <OutcomeBanner outcome={toOutcome(null, '', released)} takesFocus />
      {asksForHolds && (
        <ReleaseHoldsDialog
          onReleased={(count) =>
            setReleased(count === 1 ? '1 Zeit ist wieder frei.' : `${count} Zeiten sind wieder frei.`)
          }
          onClose={() => change({ holds: '' })}
        />
      )}
    </section>
  )
}

/** Shows which of the first steps are still missing. */
function FirstStepsCard({ steps }: { steps: FirstSteps['steps'] }) {
  const finish = useFinishFirstSteps()
  const missing = steps.filter(({ done }) => !done)
  return (
    <section className="card padded stack gap-3" aria-label="Erste Schritte">
      <div className="row between baseline">
        <h2>Erste Schritte</h2>
        <span className="muted small num">
          {steps.length - missing.length} von {steps.length} erledigt
        </span>
      </div>
      <p>
        Es fehlt noch:{' '}
        {missing.map(({ id }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <Link href={stepAddress(id)}>{FIRST_STEPS[id]}</Link>
          </span>
        ))}
        .
      </p>
      <div className="row">
        <LinkButton to={FIRST_STEPS_PATH}>Weiter einrichten</LinkButton>
        <Button kind="quiet" busy={finish.isPending} onClick={() => finish.mutate()}>
          Nicht mehr zeigen
        </Button>
      </div>
      <OutcomeBanner outcome={toOutcome(finish.error, SAVE_FAILURE)} />
    </section>
  )
}
