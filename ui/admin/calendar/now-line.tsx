import type { CSSProperties } from 'react'
import { type Day, type WallMinutes, wallMinutes } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import styles from './week-board.module.css'

type NowLineProps = { day: Day; from: WallMinutes; to: WallMinutes }

/** Where now is, on the day that is today. */
export function NowLine({ day, from, to }: NowLineProps) {
  const now = useNow()
  const time = timeOfDay(now)
  const at = wallMinutes(time) ?? 0
  if (viennaDay(now) !== day || at < from || at > to) return null
  return (
    <div className={styles.now} style={{ '--from': (at - from) / 60 } as CSSProperties}>
      <span>
        <span className="visually-hidden">jetzt </span>
        {time}
      </span>
    </div>
  )
}
