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

/** Requests failed styles again every second. The loader of a chunk requests its styles only once. */
function reloadFailedStyles({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    setTimeout(() => target.replaceWith(target.cloneNode()), 1000)
}
addEventListener('error', reloadFailedStyles, { capture: true })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const brought = document.getElementById('start-data')?.textContent
if (brought) seedStatus(JSON.parse(brought) as Status)
const { dataset } = document.documentElement
colourBrowserBar()

// A transition is rendered in slices of 5 ms, so that a slow phone reacts to a press in between.
if (root.firstElementChild && dataset.resumes === undefined) {
  startTransition(() => {
    hydrateRoot(root, <App />)
  })
} else {
  // Nothing is shown yet that could be pressed.
  repeatEarlyPress()
  // The stored hold may have expired by the server's clock only, which comes with the first answer.
  if (dataset.resumes === 'hold')
    await Promise.race([requestStatus(), new Promise((resolve) => setTimeout(resolve, 1000))])
  startTransition(() =>
    createRoot(root).render(
      <>
        <App />
        <EndOfHiding />
      </>,
    ),
  )
}

/** Shows the root again when the page that was due has taken the place of the one that was hidden. */
function EndOfHiding() {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.resumes
  }, [])
  return null
}
