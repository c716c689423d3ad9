import 'virtual:palette.css'
import './tokens.css'
import './base.css'
import './layout.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Status } from './api/public.ts'
import { requestStatus, seedStatus } from './api/status.ts'
import { App } from './app.tsx'
import { stopRememberingPresses } from './booking/early-press.ts'
import { colourBrowserBar } from './components/theme-picker.tsx'

/** Requests failed styles again every second. The loader of a chunk requests its styles only once. */
function reloadFailedStyles({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
    setTimeout(() => target.replaceWith(target.cloneNode()), 1000)
}
addEventListener('error', reloadFailedStyles, { capture: true })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const brought = document.getElementById('start-data')?.textContent
const rendered = root.firstElementChild !== null
const { dataset } = document.documentElement
colourBrowserBar()

if (rendered && dataset.resumes === undefined) {
  seedStatus(JSON.parse(brought ?? '') as Status)
  hydrateRoot(root, <App />)
} else {
  stopRememberingPresses()
  // Stored holds may have expired by the server's clock, which comes with the status. The rendered frame
  // stays until then.
  if (rendered) await requestStatus()
  else if (brought) seedStatus(JSON.parse(brought) as Status)
  else void requestStatus()
  delete dataset.resumes
  createRoot(root).render(<App />)
}
