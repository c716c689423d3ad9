import type { CSSProperties } from 'react'
import { type Day, HOUR, type WallMinutes, wallMinutes } from '../../../src/shared/day.ts'
import { useNow } from '../../booking/use-now.ts'
import { viennaIso } from '../vienna-time.ts'
import styles from './week-board.module.css'

type NowLineProps = { day: Day; from: WallMinutes; to: WallMinutes }

/** Where now is, on the day that is today. */
export function NowLine({ day, from, to }: NowLineProps) {
  const now = viennaIso(useNow())
  const time = now.slice(11, 16)
  const at = wallMinutes(time) ?? 0
  if (now.slice(0, 10) !== day || at < from || at > to) return null
  return (
    <div className={styles.now} style={{ '--from': ((at - from) * 60_000) / HOUR } as CSSProperties}>
      <span>
        <span className="visually-hidden">jetzt </span>
        {time}
      </span>
    </div>
  )
}
