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

/** What loads a chunk asks for its styles once only. Those that did not arrive are asked for again until they do. */
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
  // What is stored may have expired by the server's time, which comes with the answer. Until then the rendered frame stays.
  if (rendered) await requestStatus()
  else if (brought) seedStatus(JSON.parse(brought) as Status)
  else void requestStatus()
  delete dataset.resumes
  createRoot(root).render(<App />)
}
