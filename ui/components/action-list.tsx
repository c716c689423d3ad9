import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './card.module.css'

/** Shows a list of actions, one in each row. Its children are ActionRows. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className={`${styles.actions} no-print`}>{children}</ul>
}

type ActionRowProps = {
  icon: ReactNode
  children: ReactNode
  /** A second, quiet line, such as "Datei termin.ics". */
  note?: ReactNode
  /** Replaces the arrow at the end. */
  end?: ReactNode
} & RowTarget

/**
 * The effect of a press: `to` opens a page of the portal, `href` a file or another site, and `onPress` is
 * called.
 */
type RowTarget =
  | { to: string; href?: never; download?: never; onPress?: never }
  | { href: string; download?: string; to?: never; onPress?: never }
  | { onPress: () => void; to?: never; href?: never; download?: never }

/** Shows one row of an ActionList: an icon, a text, and an arrow at the end. */
export function ActionRow({ icon, children, note, end = <ChevronRight />, ...target }: ActionRowProps) {
  return (
    <li>
      <RowControl {...target}>
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

/** Renders the row as a link or as a button, depending on what a press does. */
function RowControl({ to, href, download, onPress, children }: RowTarget & { children: ReactNode }) {
  const look = `media medium ${styles.row}`
  if (to !== undefined)
    return (
      <Link className={look} href={to}>
        {children}
      </Link>
    )
  if (href !== undefined)
    return (
      <a className={look} href={href} download={download}>
        {children}
      </a>
    )
  return (
    <button type="button" className={look} onClick={onPress}>
      {children}
    </button>
  )
}
