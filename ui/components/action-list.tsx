import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './card.module.css'

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
