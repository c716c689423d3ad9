import type { Tone } from '../../src/shared/booking.ts'
import styles from './tones.module.css'

/** Classes of ui/layout.css for the size of the text, by the size of the badge. */
const TEXT_CLASSES = { normal: 'small', small: 'tiny' } as const

type BadgeProps = { tone: Tone; label: string; size?: keyof typeof TEXT_CLASSES }

/** Shows a status as a word with a colour and a shape: a ring while somebody waits, otherwise a disc. */
export function Badge({ tone, label, size = 'normal' }: BadgeProps) {
  return (
    <span className={`${TEXT_CLASSES[size]} ${styles.badge}`} data-tone={tone} data-size={size}>
      {label}
    </span>
  )
}
