import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { useMayOpen } from '../role.ts'
import styles from './dashboard.module.css'
import type { Overview } from './use-dashboard.ts'

const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const

/** The alerts (docs/behaviour.md 12.26), the worst first, each with a link to the page that can help. */
export function AlertList({ alerts }: { alerts: Overview['alerts'] }) {
  const mayOpen = useMayOpen()
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
                  {href && mayOpen(href) ? <Link href={href}>{title}</Link> : <b>{title}</b>}
                  <p className="muted num">{detail}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
