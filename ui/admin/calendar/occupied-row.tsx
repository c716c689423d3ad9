import { Link } from 'wouter'
import type { BoardItem } from './board-items.ts'
import styles from './day-list.module.css'

/** An item in the list of a day that is not an appointment, such as an absence or a hold. */
export function OccupiedRow({ item: { look, title, note, href }, time }: { item: BoardItem; time: string }) {
  return (
    <li className={`row small ${styles.occupied}`}>
      <span className={`num ${styles.time}`}>{time}</span>
      <span className="break">
        {href === undefined ? title : <Link href={href}>{title}</Link>}
        {look === 'held' && `, ${note}`}
      </span>
    </li>
  )
}
