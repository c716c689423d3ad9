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

/** The last rendering that was asked for. The next one waits for it. */
let lastRendering: Promise<unknown> = Promise.resolve()

/** The page that is to be rendered. */
type AskedPage = Readonly<{
  path: string
  search: string
  /** The status of the portal, which every page shows. */
  status: Status
  /**
   * The answers of the server that the page brings along, so that the browser need not ask for them. They may
   * be about one patient, so they are never kept for another rendering.
   */
  data: PageData | undefined
}>

/**
 * Returns the first screen of a page as HTML, which the server sends so that patients read it before the code
 * has arrived. Only one page is rendered at a time, because all renderings read the same global status and
 * clock.
 */
export function renderFirstScreen({ path, search, status, data }: AskedPage): Promise<string> {
  const rendering = lastRendering.then(async () => {
    seedStatus(status)
    // Dates such as "heute" go by the instant of the data, as they will in the browser.
    if (data) setServerTime(data.now)
    const client = makeQueryClient()
    if (data) {
      // These two fill the cache of the queries, in which the pages with services and times look first.
      keepBroughtServices(client, data, Date.now())
      // The code of the calendar is loaded with the first page that has data, not at the start of the server.
      const { keepBroughtTimes } = await import('./patient/time/brought-times.ts')
      keepBroughtTimes(client, data, Date.now())
    }
    // The page is rendered in one piece, because streaming it in pieces would need inline scripts.
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
    // A response reads the stream of `prelude` to its end.
    return new Response(prelude).text()
  })
  // A rendering that has failed must not stop the next one.
  lastRendering = rendering.catch(() => undefined)
  return rendering
}

/**
 * Makes the rendering fail. By default React would only log an error, and send a page without the faulty
 * part.
 */
function rethrow(error: unknown): never {
  throw error
}
