import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A white board on the ground. Its children bring their own padding, except with `padded`. */
export function Card({ padded = false, children }: { padded?: boolean; children: ReactNode }) {
  return (
    <div className={styles.board} data-padded={padded || undefined}>
      {children}
    </div>
  )
}
