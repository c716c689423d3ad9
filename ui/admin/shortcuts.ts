import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useShortcutsOn } from './shortcuts-switch.ts'

/** URLs that keys open on a page where no control names the key. */
const URLS: Readonly<Record<string, string>> = {
  T: '/admin/bookings?view=day',
}

/** The number of requests by which each key moves the focus. */
const REQUEST_STEPS: Readonly<Record<string, 1 | -1>> = { J: 1, K: -1 }

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
      if (!isPlainPress(event) || isKeyTaken(event.target)) return
      if (tryKey(event.key, navigate)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areOn, navigate])
}

/**
 * Calls `onFindKey` on Ctrl+K or ⌘K, also while somebody types, but not while a dialog is open.
 */
export function useFindKey(onFindKey: () => void): void {
  const reportFindKey = useEffectEvent(onFindKey)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFindKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (!isFindKey || event.repeat || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      reportFindKey()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Returns whether a key is pressed alone, is not held down, and has had no effect yet. */
function isPlainPress({ defaultPrevented, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return !(defaultPrevented || repeat || ctrlKey || altKey || metaKey)
}

/** Returns whether a field, a list of tabs or a dialog needs the key. */
function isKeyTaken(target: EventTarget | null): boolean {
  const takesKeys = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tab"]'
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.matches(takesKeys))
  )
}

/** Does what the key stands for on this page. Returns false if it stands for nothing. */
function tryKey(typed: string, navigate: (url: string) => void): boolean {
  const key = typed.length === 1 ? typed.toUpperCase() : typed
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
  if (control) press(control)
  else if (REQUEST_STEPS[key]) focusNextRequest(REQUEST_STEPS[key])
  else if (URLS[key]) navigate(URLS[key])
  else return false
  return true
}

/** Presses the control, or focuses it if it is a field. */
function press(control: HTMLElement): void {
  if (control instanceof HTMLInputElement) {
    control.focus()
    control.select()
  } else control.click()
}

/** Moves the focus to the next (1) or previous (-1) request, or to the first if none has the focus. */
function focusNextRequest(by: 1 | -1): void {
  const targets = [...document.querySelectorAll<HTMLElement>('[data-step]')]
  const row = document.activeElement?.closest('li')
  const index = targets.findIndex((target) => row?.contains(target))
  const next = index < 0 ? 0 : Math.min(Math.max(index + by, 0), targets.length - 1)
  targets[next]?.focus()
}
