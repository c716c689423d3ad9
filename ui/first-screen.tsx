import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { Status } from './api/public.ts'
import { seedStatus } from './api/status.ts'
import { App } from './app.tsx'

let running: Promise<unknown> = Promise.resolve()

/**
 * The first screen of a page as HTML, which the server sends so that patients read it before the code has
 * arrived. One at a time, because all of them read the same status.
 */
export function renderFirstScreen(path: string, status: Status): Promise<string> {
  const rendering = running.then(async () => {
    seedStatus(status)
    // The page is rendered in one piece, because one in several pieces needs inline scripts.
    const { prelude } = await prerender(
      <Router ssrPath={path}>
        <App />
      </Router>,
      { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: rethrow },
    )
    return new Response(prelude).text()
  })
  running = rendering.catch(() => undefined)
  return rendering
}

function rethrow(error: unknown): never {
  throw error
}
