import styles from './week-board.module.css'

const LOOKS = [
  { look: 'confirmed', label: 'Bestätigt' },
  { look: 'requested', label: 'Wartet auf Bestätigung' },
  { look: 'off', label: 'Storniert oder abgelehnt' },
  { look: 'blocked', label: 'Gesperrt' },
  { look: 'held', label: 'Wird gerade gebucht' },
  { look: 'busy', label: 'Belegt in Odoo' },
] as const

/** What the looks of the calendar mean. */
export function Legend() {
  return (
    <ul className={`row muted small ${styles.legend}`} aria-label="Legende">
      {LOOKS.map(({ look, label }) => (
        <li key={look} className="row gap-2">
          <i className={styles.swatch} data-look={look} />
          {label}
        </li>
      ))}
      <li>Helle Fläche: Arbeitszeit</li>
    </ul>
  )
}
