import 'virtual:palette.css'
import './tokens.css'
import './base.css'
import './layout.css'
import { startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Status } from './api/public.ts'
import { requestStatus, seedStatus } from './api/status.ts'
import { App } from './app.tsx'
import { colourBrowserBar } from './components/theme.ts'
import { repeatEarlyPress } from './page/early-press.ts'
import { allowTranslation } from './page/translated-page.ts'

declare global {
  /** Resolves when before-paint.js has shown the step that an early press asked for, or could not get it. */
  var arrivingStep: Promise<void> | undefined
}

/** Milliseconds that the start waits at most for the server's clock. */
const CLOCK_TIMEOUT_MS = 1000

/** Milliseconds until styles that did not arrive are requested again. */
const STYLES_RETRY_MS = 1000

/** Requests styles again that did not arrive. The loader of a chunk requests its styles only once. */
function reloadFailedStyles({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    setTimeout(() => target.replaceWith(target.cloneNode()), STYLES_RETRY_MS)
}
// The error of an element does not bubble, so the window hears of it only with `capture`.
addEventListener('error', reloadFailedStyles, { capture: true })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

allowTranslation()

const statusOfPage = document.getElementById('start-data')?.textContent
if (statusOfPage) seedStatus(JSON.parse(statusOfPage) as Status)
colourBrowserBar()
await globalThis.arrivingStep

// The attribute `data-resumes` hides the page of the server while another page is due to replace it
// (before-paint.js). Its value is `clock` where this browser has stored a hold, or a session that has expired
// by the clock of this device.
const { resumes } = document.documentElement.dataset
// A transition is rendered in slices of 5 ms, so that a slow phone reacts to a press in between.
if (root.firstElementChild && resumes === undefined) {
  startTransition(() => {
    hydrateRoot(root, <App />)
  })
} else {
  // The page of the server is hidden or missing, so there is no early press to wait for.
  repeatEarlyPress()
  // The server's clock, which comes with its first answer, decides whether hold or session has expired.
  if (resumes === 'clock')
    await Promise.race([requestStatus(), new Promise((resolve) => setTimeout(resolve, CLOCK_TIMEOUT_MS))])
  startTransition(() =>
    createRoot(root).render(
      <>
        <App />
        <EndOfHiding />
      </>,
    ),
  )
}

/** Shows the root again once the hidden page has been replaced. */
function EndOfHiding() {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.resumes
  }, [])
  return null
}
