import styles from './week-board.module.css'

const LEGEND = [
  { look: 'confirmed', label: 'Bestätigt' },
  { look: 'requested', label: 'Wartet auf Bestätigung' },
  { look: 'off', label: 'Storniert oder abgelehnt' },
  { look: 'blocked', label: 'Gesperrt' },
  { look: 'held', label: 'Wird gerade gebucht oder angeboten' },
  { look: 'busy', label: 'Anderswo belegt' },
] as const

/**
 * The meaning of colours and lines below the calendar. Busy times and cancelled appointments are explained
 * only if there are any.
 */
export function Legend({ hasBusy, hasCancelled }: { hasBusy: boolean; hasCancelled: boolean }) {
  return (
    <ul className={`row muted small mt-4 ${styles.legend}`} aria-label="Legende">
      {LEGEND.filter(({ look }) => (hasBusy || look !== 'busy') && (hasCancelled || look !== 'off')).map(
        ({ look, label }) => (
          <li key={look} className="row gap-2">
            <i className={styles.swatch} data-look={look} />
            {label}
          </li>
        ),
      )}
      <li>Helle Fläche: Arbeitszeit</li>
    </ul>
  )
}
