import { Checkbox } from '../components/checkbox.tsx'
import { Dialog } from '../components/dialog.tsx'
import styles from './admin-frame.module.css'
import { switchShortcuts, useShortcutsOn } from './shortcuts-switch.ts'

/** The keys in the order of the list, each with its effect in words. */
const KEYS = [
  { key: 'N', effect: 'Termin eintragen' },
  { key: '/', effect: 'Finden: Personen, Termine, Seiten, Einstellungen, Aktionen (auch Strg+K oder ⌘K)' },
  { key: 'T', effect: 'Heute im Kalender' },
  { key: 'G', effect: 'Kalender: zu einem Tag, z. B. 12.3.' },
  { key: '←', effect: 'Kalender: eine Woche oder einen Tag zurück' },
  { key: '→', effect: 'Kalender: eine Woche oder einen Tag weiter' },
  { key: 'J', effect: 'Nächste Anfrage' },
  { key: 'K', effect: 'Vorige Anfrage' },
  { key: 'Enter', effect: 'Anfrage bestätigen' },
  { key: '?', effect: 'Diese Liste' },
] as const

/** A dialog with all keys, and the switch that turns them on and off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOn = useShortcutsOn()
  return (
    <Dialog open onClose={onClose} title="Tastenkürzel">
      <div className="stack">
        <dl className="definitions gap-2 small">
          {KEYS.map(({ key, effect }) => (
            <div key={key} className={styles.shortcut}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          checked={areOn}
          onChange={({ target }) => switchShortcuts(target.checked)}
          help="Gilt für diesen Browser. Der Knopf mit der Tastatur öffnet diese Liste immer."
        >
          Tastenkürzel verwenden
        </Checkbox>
      </div>
    </Dialog>
  )
}
