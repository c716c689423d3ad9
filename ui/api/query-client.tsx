import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './http.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal (4xx) is not retried; everything else is, twice.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      staleTime: 30_000,
      // Without a connection a call fails at once, instead of waiting for one.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Provides TanStack Query to a lazyComponent loaded page or wizard step. All of them share one cache. The first screen does without
 * it (start-request.ts).
 */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
