import { useSyncExternalStore } from 'react'

/** `auto` follows the device (docs/behaviour.md 15.6). */
export type Theme = 'auto' | 'light' | 'dark'

// before-paint.js reads the same key before the first paint.
const KEY = 'ui_theme'

const listeners = new Set<() => void>()

let current = import.meta.env.SSR ? 'auto' : storedTheme()

/** Returns the chosen theme and a function that changes it, in other tabs too. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [
    useSyncExternalStore(
      subscribe,
      () => current,
      () => 'auto',
    ),
    chooseTheme,
  ]
}

function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The storage is blocked, and the choice is lost with the page.
  }
  showTheme(theme)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab(event: StorageEvent) {
  if (event.key === KEY) showTheme(storedTheme())
}

function showTheme(theme: Theme) {
  current = theme
  const root = document.documentElement
  if (theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = theme
  colourBrowserBar()
  for (const listener of listeners) listener()
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

/**
 * Colours the browser's bar by the chosen theme. The two meta tags of index.html know only the device's
 * theme.
 */
export function colourBrowserBar() {
  const ground = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.default ??= meta.content
    meta.content = current === 'auto' ? meta.dataset.default : ground
  }
}
