import { QueryClient, type QueryClientConfig, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './http.ts'

const OPTIONS: QueryClientConfig = {
  defaultOptions: {
    queries: {
      // A refusal (4xx) stays one, so it is not retried. Any other failure is retried twice.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      staleTime: 30_000,
      // A call without a connection fails at once instead of waiting, so that the page can say so.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
}

export const queryClient = new QueryClient(OPTIONS)

/**
 * Provides TanStack Query to a page or wizard step that is loaded lazily. All of them share one cache. The
 * first screen loads without this library and uses start-request.ts.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  // On the server each page gets a cache of its own, so that nothing about a patient is left for the next
  // one.
  const client = import.meta.env.SSR ? new QueryClient(OPTIONS) : queryClient
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Returns whether the server refused the call, so that the same call again is refused too. */
export function isRefusal(error: Error | null | undefined): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
