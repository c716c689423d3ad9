import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockTime, dayOfMonth, longDay, monthName } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './card.module.css'

/** Label and value in rows, for a Card. Its children are Facts. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={`${styles.facts} rows`}>{children}</dl>
}

type FactProps = {
  label: ReactNode
  /** The value: text, or `muted` lines below it. */
  children: ReactNode
  /** For values that are long or read rarely: notes, an id. */
  plain?: boolean
  /** For a label that is a sentence: it stands above the value. */
  wide?: boolean
  /** Stands at the end of the row: "Ändern". */
  action?: ReactNode
}

export function Fact({ label, children, plain = false, wide = false, action }: FactProps) {
  return (
    <div
      className={`small ${styles.fact}`}
      data-action={action ? true : undefined}
      data-wide={wide || undefined}
    >
      <dt className="muted hyphens">{label}</dt>
      <dd className={styles.value} data-plain={plain || undefined}>
        {children}
      </dd>
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  )
}

type DateTileProps = {
  /** ISO 8601 with offset; shown as Vienna day and time. */
  start: string
  /** A third line: "bis 09:15", "Erstordination, ca. 45 Min". */
  children?: ReactNode
}

/** When an appointment is: month and day on a coloured tile; weekday, date and time beside it. */
export function DateTile({ start, children }: DateTileProps) {
  return (
    <div className={`media ${styles.appointment}`}>
      <div className={`medium tiny ${styles.tile}`} aria-hidden="true">
        <span>{monthName(start)}</span>
        <span className={`${styles.day} num`}>{dayOfMonth(start)}</span>
      </div>
      <div>
        <time dateTime={start}>
          <span className="muted small">{longDay(start, viennaToday())} </span>
          <span className={styles.time}>{clockTime(start)}</span>
        </time>
        {children && <p className="muted small">{children}</p>}
      </div>
    </div>
  )
}

/** A list of actions, one in each row. Its children are ActionRows. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className={`${styles.actions} no-print`}>{children}</ul>
}

type ActionRowProps = {
  icon: ReactNode
  children: ReactNode
  /** A second, quiet line: "Datei termin.ics". */
  note?: ReactNode
  /** Replaces the arrow at the end. */
  end?: ReactNode
} & ({ to: string } | { href: string; download?: string } | { onPress: () => void })

/** `to` is a page of the portal, `href` a file or another site. */
export function ActionRow({ icon, children, note, end = <ChevronRight />, ...target }: ActionRowProps) {
  const look = `media medium ${styles.row}`
  const row = (
    <>
      {icon}
      <span>
        {children}
        {note && <span className={`muted regular small ${styles.note}`}>{note}</span>}
      </span>
      <span className="faint small">{end}</span>
    </>
  )
  return (
    <li>
      {'to' in target ? (
        <Link className={look} href={target.to}>
          {row}
        </Link>
      ) : 'href' in target ? (
        <a className={look} href={target.href} download={target.download}>
          {row}
        </a>
      ) : (
        <button type="button" className={look} onClick={target.onPress}>
          {row}
        </button>
      )}
    </li>
  )
}
