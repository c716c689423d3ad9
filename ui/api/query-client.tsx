import {
  QueryClient,
  type QueryClientConfig,
  QueryClientContext,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { ApiError } from './http.ts'

/** The default options of queries. */
const DEFAULT_OPTIONS: QueryClientConfig = {
  defaultOptions: {
    queries: {
      // A refusal (4xx) is final, so it is not retried. Any other failure is retried twice.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      // Milliseconds during which steps of the wizard that need the same data share one answer.
      staleTime: 30_000,
      // A call without a connection fails at once instead of waiting, so that the page can say so.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
}

/** The cache of the browser, which all pages share. */
export const queryClient = makeQueryClient()

/**
 * Makes an empty cache. On the server each page gets its own, so that no patient's data are left for the next
 * one.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient(DEFAULT_OPTIONS)
}

/**
 * Provides TanStack Query to a lazily loaded page or wizard step. All of them share one cache. The first
 * screen loads without this library and uses start-request.ts.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  // The server puts a cache around each page that it renders.
  const rendered = useContext(QueryClientContext)
  return (
    <QueryClientProvider client={import.meta.env.SSR && rendered ? rendered : queryClient}>
      {children}
    </QueryClientProvider>
  )
}

/** Returns whether the server refused the call, so that the same call again is refused too. */
export function isRefusal(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
