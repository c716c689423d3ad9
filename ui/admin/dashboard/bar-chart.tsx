import type { CSSProperties, ReactNode } from 'react'
import styles from './dashboard.module.css'

type BarChartProps = {
  title: string
  note?: string | undefined
  /** Pixels of a full bar. */
  height: number
  children: ReactNode
}

/** A card with bars side by side, and a note below them. */
export function BarChart({ title, note, height, children }: BarChartProps) {
  return (
    <section aria-label={title}>
      <div className="card">
        <h2 className={styles.cardHead}>{title}</h2>
        <ol className={styles.bars} style={{ '--height': `${height}px` } as CSSProperties}>
          {children}
        </ol>
        {note && <p className={`muted tiny ${styles.chartNote}`}>{note}</p>}
      </div>
    </section>
  )
}

type BarProps = {
  /** A screen reader says this instead of the bar. */
  spokenText: string
  /** The text above the bar. */
  value: ReactNode
  /** The height of the bar, 0 to 1. */
  share: number
  /** The height of the free rest above the bar, 0 to 1. */
  rest?: number
  look?: 'full' | 'running' | undefined
  /** The text below the bar. */
  tick: ReactNode
  isNow: boolean
  /** True if the text below the bar may be omitted when large text leaves no space for all. */
  isMinor?: boolean
}

/** One bar with the texts above and below it. A screen reader says `spokenText` instead. */
export function Bar({ spokenText, value, share, rest = 0, look, tick, isNow, isMinor }: BarProps) {
  return (
    <li>
      <span className="visually-hidden">{spokenText}</span>
      <div className={styles.column} aria-hidden="true">
        <span className={`muted num ${styles.value}`}>{value}</span>
        <span className={styles.rest} style={{ '--share': rest } as CSSProperties} />
        <span className={styles.bar} style={{ '--share': share } as CSSProperties} data-look={look} />
      </div>
      <div
        className={`muted num ${styles.tick}`}
        aria-hidden="true"
        data-now={isNow || undefined}
        data-minor={isMinor || undefined}
      >
        {tick}
      </div>
    </li>
  )
}
