import type { Tone } from '../../src/shared/booking.ts'
import styles from './tones.module.css'

type BadgeProps = { tone: Tone; label: string; size?: 'normal' | 'small' }

/** A status as a word, a colour and a shape: waiting is a ring, everything else a disc. */
export function Badge({ tone, label, size = 'normal' }: BadgeProps) {
  return (
    <span
      className={`${size === 'small' ? 'tiny' : 'small'} ${styles.badge}`}
      data-tone={tone}
      data-size={size}
    >
      {label}
    </span>
  )
}
