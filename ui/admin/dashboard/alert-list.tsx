import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { useCanOpen } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './dashboard.module.css'
import { ReleaseHoldsDialog } from './release-holds-dialog.tsx'
import type { Overview } from './use-dashboard.ts'

/** The alerts (docs/behaviour.md 12.26), the worst first, each with a link to the page that can help. */
export function AlertList({ alerts }: { alerts: Overview['alerts'] }) {
  const [params, changeParams] = useSearchState('holds')
  /** Says how many held times were freed. */
  const [releaseOutcome, setReleaseOutcome] = useState<FormOutcome>()
  const isReleaseAsked = params.holds === 'release' && alerts.some(({ kind }) => kind === 'holds')
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
          {alerts.map((alert) => (
            <AlertRow key={`${alert.kind} ${alert.detail}`} alert={alert}>
              {alert.kind === 'holds' && (
                <Button kind="link" onClick={() => changeParams({ holds: 'release' }, { push: true })}>
                  Zeiten freigeben …
                </Button>
              )}
            </AlertRow>
          ))}
        </ul>
      </div>
      <OutcomeBanner outcome={releaseOutcome} takesFocus />
      {isReleaseAsked && (
        <ReleaseHoldsDialog
          onReleased={(count) =>
            setReleaseOutcome({
              tone: 'good',
              text: count === 1 ? '1 Zeit ist wieder frei.' : `${count} Zeiten sind wieder frei.`,
            })
          }
          onClose={() => changeParams({ holds: '' })}
        />
      )}
    </section>
  )
}

/** The icon of each level of an alert. */
const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const

type AlertRowProps = {
  alert: Overview['alerts'][number]
  /** A button by which the alert can be dealt with here. */
  children: ReactNode
}

function AlertRow({ alert: { kind, level, title, detail, href }, children }: AlertRowProps) {
  const canOpen = useCanOpen()
  // A backup that succeeded is good news.
  const Icon = kind === 'backup' && level === 'info' ? CircleCheck : ICONS[level]
  return (
    <li className={`media small ${styles.alert}`} data-level={level}>
      <Icon />
      <div>
        {href && canOpen(href) ? <Link href={href}>{title}</Link> : <b>{title}</b>}
        <p className="muted num">{detail}</p>
        {children}
      </div>
    </li>
  )
}
