import { QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { PageData } from '../src/http/page-data.ts'
import type { Status } from './api/public.ts'
import { makeQueryClient } from './api/query-client.tsx'
import { setServerTime } from './api/server-clock.ts'
import { seedStatus } from './api/status.ts'
import { App } from './app.tsx'
import { RenderedData } from './patient/page-data.ts'
import { keepBroughtServices } from './patient/services.ts'

let running: Promise<unknown> = Promise.resolve()

/** `data` may be those of one patient; they stay within the rendering. */
type AskedPage = Readonly<{ path: string; search: string; status: Status; data: PageData | undefined }>

/**
 * The first screen of a page as HTML, which the server sends so that patients read it before the code has
 * arrived. One at a time, because all of them read the same status.
 */
export function renderFirstScreen({ path, search, status, data }: AskedPage): Promise<string> {
  const rendering = running.then(async () => {
    seedStatus(status)
    // Dates are formatted by the server's clock.
    if (data) setServerTime(data.now)
    const client = makeQueryClient()
    if (data) {
      keepBroughtServices(client, data, Date.now())
      const { keepBroughtTimes } = await import('./patient/time/brought-times.ts')
      keepBroughtTimes(client, data, Date.now())
    }
    // The page is rendered in one piece, because one in several pieces needs inline scripts.
    const { prelude } = await prerender(
      <RenderedData value={data}>
        <QueryClientProvider client={client}>
          <Router ssrPath={path} ssrSearch={search}>
            <App />
          </Router>
        </QueryClientProvider>
      </RenderedData>,
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
