import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../components/dialog.tsx'
import { Checkbox } from '../components/field.tsx'
import styles from './admin-frame.module.css'

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

/** Addresses that keys open on pages without a control for them. */
const PAGES: Readonly<Record<string, string>> = {
  T: '/admin/bookings?view=day',
}

const STEPS: Readonly<Record<string, number>> = { J: 1, K: -1 }

/**
 * Lets single keys press the visible control that names them (`aria-keyshortcuts`), or focus it if it is a
 * field. The keys do nothing while a field or an open dialog needs them, and can be switched off (WCAG 2.2,
 * 2.1.4).
 * @param isAllowed false for staff members who cannot open the pages of the keys
 */
export function useShortcuts(isAllowed: boolean): void {
  const [, navigate] = useLocation()
  const areOn = useShortcutsOn() && isAllowed
  useEffect(() => {
    if (!areOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key: typed, target, repeat, ctrlKey, altKey, metaKey } = event
      if (event.defaultPrevented || repeat || ctrlKey || altKey || metaKey || isTaken(target)) return
      const key = typed.length === 1 ? typed.toUpperCase() : typed
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
      if (control instanceof HTMLInputElement) {
        control.focus()
        control.select()
      } else if (control) control.click()
      else if (STEPS[key]) stepTo(STEPS[key])
      else if (PAGES[key]) navigate(PAGES[key])
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areOn, navigate])
}

/**
 * Opens the field for everything by Ctrl+K or ⌘K, also while somebody types; not while a dialog is open.
 */
export function useFindKey(find: () => void): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (!isKey || event.repeat || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Returns true while a field, a list of tabs or a dialog needs the key. */
function isTaken(target: EventTarget | null): boolean {
  const takes = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tab"]'
  return (
    document.querySelector('dialog[open]') !== null || (target instanceof Element && target.matches(takes))
  )
}

/** Moves the focus to the next (1) or the previous (-1) request. */
function stepTo(by: number): void {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')]
  const row = document.activeElement?.closest('li')
  const at = steps.findIndex((step) => row?.contains(step))
  steps[at < 0 ? 0 : Math.min(Math.max(at + by, 0), steps.length - 1)]?.focus()
}

/** Shows all keys, and the switch for them. */
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
          onChange={({ target }) => switchTo(target.checked)}
          help="Gilt für diesen Browser. Der Knopf mit der Tastatur öffnet diese Liste immer."
        >
          Tastenkürzel verwenden
        </Checkbox>
      </div>
    </Dialog>
  )
}

const KEY = 'ordi_shortcuts'
const listeners = new Set<() => void>()
let shortcutsOn = readStored()

function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => shortcutsOn,
  )
}

function switchTo(on: boolean): void {
  shortcutsOn = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // The browser blocks its storage, so the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

function readStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}
