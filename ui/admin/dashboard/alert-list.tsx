import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { Card } from '../../components/card.tsx'
import styles from './alert-list.module.css'
import type { Overview } from './use-dashboard.ts'

const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const

/** What needs care, the worst first, each with the way to where something can be done about it. */
export function AlertList({ care }: { care: Overview['care'] }) {
  return (
    <section aria-label="Bitte beachten">
      <Card>
        <h2 className={styles.head}>Bitte beachten</h2>
        <ul className={styles.list}>
          {care.length === 0 && (
            <li className={styles.item} data-level="fine">
              <CircleCheck />
              <span>Alles in Ordnung.</span>
            </li>
          )}
          {care.map(({ kind, level, title, detail, href }) => {
            const Icon = kind === 'backup' && level === 'info' ? CircleCheck : ICONS[level]
            return (
              <li key={`${kind} ${detail}`} className={styles.item} data-level={level}>
                <Icon />
                <span>
                  {href ? <Link href={href}>{title}</Link> : <b>{title}</b>}
                  <span className={styles.detail}>{detail}</span>
                </span>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
