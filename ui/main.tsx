import 'virtual:palette.css'
import './tokens.css'
import './base.css'
import './layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { requestStatus } from './api/status.ts'
import { App } from './app.tsx'
import { colourBrowserBar } from './components/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Every page needs the practice's name; the request does not wait for the first render.
void requestStatus()
colourBrowserBar()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
