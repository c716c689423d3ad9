/** `npm run dev` starts server and pages, and reloads them when a file is saved. */
import { once } from 'node:events'
import { startNode, startTool } from './programs.ts'

const PAGES_URL = 'http://localhost:5173'

const env = { ORDI_DEMO: '1', BASE_URL: PAGES_URL, ...process.env, PORT: '8080' }
const programs = [
  startNode(['--watch', 'src/main.ts', 'serve'], { env }),
  startTool('vite', ['ui', '--strictPort']),
]
console.log(`Pages: ${PAGES_URL}, calls: ${PAGES_URL}/api. Ctrl+C closes both.`)

const stop = () => {
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
await Promise.race(programs.map((program) => once(program, 'exit')))
stop()
