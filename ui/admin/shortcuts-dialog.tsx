import { Checkbox } from '../components/checkbox.tsx'
import { Dialog } from '../components/dialog.tsx'
import styles from './admin-frame.module.css'
import { switchShortcuts, useShortcutsOn } from './shortcuts-switch.ts'

/** The keys in the order of the list, each with its effect in words. */
const KEYS = [
  ['N', 'Termin eintragen'],
  ['/', 'Finden: Personen, Termine, Seiten, Einstellungen, Aktionen (auch Strg+K oder ⌘K)'],
  ['T', 'Heute im Kalender'],
  ['G', 'Kalender: zu einem Tag, z. B. 12.3.'],
  ['←', 'Kalender: eine Woche oder einen Tag zurück'],
  ['→', 'Kalender: eine Woche oder einen Tag weiter'],
  ['J', 'Nächste Anfrage'],
  ['K', 'Vorige Anfrage'],
  ['Enter', 'Anfrage bestätigen'],
  ['?', 'Diese Liste'],
] as const

/** A dialog with all keys, and the switch that turns them on and off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const areOn = useShortcutsOn()
  return (
    <Dialog open onClose={onClose} title="Tastenkürzel">
      <div className="stack">
        <dl className="definitions gap-2 small">
          {KEYS.map(([key, words]) => (
            <div key={key} className={styles.shortcut}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
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
