import { useSyncExternalStore } from 'react'

/** A choice of colours for the portal. The theme `auto` follows the device (docs/behaviour.md 15.6). */
export type Theme = 'auto' | 'light' | 'dark'

/** The key in the browser's storage. The script before-paint.js reads the same key before the first paint. */
const THEME_KEY = 'ui_theme'

/** The functions to call when the theme has changed. */
const listeners = new Set<() => void>()

/** The theme that is shown now. The server, which renders too, has no storage. */
let shownTheme: Theme = import.meta.env.SSR ? 'auto' : storedTheme()

/** Returns the chosen theme, and a function that changes it, also in other tabs that use this hook. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [
    useSyncExternalStore(
      watchTheme,
      () => shownTheme,
      () => 'auto',
    ),
    chooseTheme,
  ]
}

/** Stores the theme for later visits, and shows it. */
function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // The storage is blocked, so the choice is forgotten when the page is closed.
  }
  showTheme(theme)
}

function watchTheme(listener: () => void) {
  listeners.add(listener)
  // Adding the same function again has no effect.
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTab)
  }
}

/** Shows the theme that another tab has stored. */
function followOtherTab(event: StorageEvent) {
  if (event.key === THEME_KEY) showTheme(storedTheme())
}

function showTheme(theme: Theme) {
  shownTheme = theme
  const root = document.documentElement
  if (theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = theme
  colourBrowserBar()
  for (const listener of listeners) listener()
}

/** Returns the stored theme; `auto` if there is none or the storage is blocked. */
function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

/**
 * Colours the browser's own bar like the page. The two meta tags of index.html hold the colours of the
 * device's two themes, which are right only for `auto`. The first call is at the start of the page.
 */
export function colourBrowserBar() {
  const ground = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    // The tag keeps its first colour for the return to `auto`.
    meta.dataset.default ??= meta.content
    meta.content = shownTheme === 'auto' ? meta.dataset.default : ground
  }
}
