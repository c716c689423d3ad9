import 'virtual:palette.css'
import './tokens.css'
import './base.css'
import './layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { askStatus } from './api/status.ts'
import { App } from './app.tsx'
import { colourBrowserBar } from './components/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Every page names the practice, so the call need not wait for the first render.
void askStatus()
colourBrowserBar()

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
