import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './http.ts'

export const queryClient = new QueryClient({
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
})

/**
 * Provides TanStack Query to a page or wizard step that is loaded lazily. All of them share one cache. The
 * first screen loads without this library and uses start-request.ts.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
