import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './action-list.module.css'

/** Things one can do here, a row each. Its children are ActionRows. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className={`${styles.list} no-print`}>{children}</ul>
}

type ActionRowProps = {
  icon: ReactNode
  children: ReactNode
  /** A second, quiet line: "Datei termin.ics". */
  note?: ReactNode
  /** Replaces the arrow at the end. */
  end?: ReactNode
} & ({ to: string } | { href: string; download?: string } | { onPress: () => void })

/** One row of an ActionList: `to` a page of the portal, `href` a file or another site, or `onPress`. */
export function ActionRow({ icon, children, note, end = <ChevronRight />, ...way }: ActionRowProps) {
  const row = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.end}>{end}</span>
    </>
  )
  return (
    <li>
      {'to' in way ? (
        <Link className={styles.row} href={way.to}>
          {row}
        </Link>
      ) : 'href' in way ? (
        <a className={styles.row} href={way.href} download={way.download}>
          {row}
        </a>
      ) : (
        <button type="button" className={styles.row} onClick={way.onPress}>
          {row}
        </button>
      )}
    </li>
  )
}
