import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './card.module.css'

/** A list of labels with values inside a card. Its children are Facts. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={`${styles.facts} rows`}>{children}</dl>
}

type FactProps = {
  label: ReactNode
  /** The value: text, or `muted` lines below it. */
  children: ReactNode
  /** Shows the value without emphasis. Suits long or rarely read values, such as notes and ids. */
  plain?: boolean
  /** Places the label above the value. Suits labels that are sentences. */
  wide?: boolean
  /** A control at the end of the row: "Ändern". */
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
} & RowTarget

/** `to` is a page of the portal, `href` is a file or another site. */
type RowTarget = { to: string } | { href: string; download?: string } | { onPress: () => void }

/** One row of an ActionList. */
export function ActionRow({ icon, children, note, end = <ChevronRight />, ...target }: ActionRowProps) {
  return (
    <li>
      <RowControl target={target}>
        {icon}
        <span>
          {children}
          {note && <span className={`muted regular small ${styles.note}`}>{note}</span>}
        </span>
        <span className="faint small">{end}</span>
      </RowControl>
    </li>
  )
}

function RowControl({ target, children }: { target: RowTarget; children: ReactNode }) {
  const look = `media medium ${styles.row}`
  if ('to' in target)
    return (
      <Link className={look} href={target.to}>
        {children}
      </Link>
    )
  if ('href' in target)
    return (
      <a className={look} href={target.href} download={target.download}>
        {children}
      </a>
    )
  return (
    <button type="button" className={look} onClick={target.onPress}>
      {children}
    </button>
  )
}
