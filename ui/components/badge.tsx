import type { Tone } from '../../src/shared/booking.ts'
import styles from './badge.module.css'

type BadgeProps = { tone: Tone; label: string; size?: 'normal' | 'small' }

/** A state in a word, a tint and a shape: waiting is a ring, everything else a disc. */
export function Badge({ tone, label, size = 'normal' }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-size={size}>
      {label}
    </span>
  )
}
