import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useShortcutsOn } from './shortcuts-switch.ts'

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
      if (control) press(control)
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

/** Presses the control, or focuses it if it is a field. */
function press(control: HTMLElement): void {
  if (control instanceof HTMLInputElement) {
    control.focus()
    control.select()
  } else control.click()
}

/** Moves the focus to the next (1) or the previous (-1) request. */
function stepTo(by: number): void {
  const steps = [...document.querySelectorAll<HTMLElement>('[data-step]')]
  const row = document.activeElement?.closest('li')
  const at = steps.findIndex((step) => row?.contains(step))
  steps[at < 0 ? 0 : Math.min(Math.max(at + by, 0), steps.length - 1)]?.focus()
}
