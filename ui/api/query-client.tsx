import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './http.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal (4xx) is an answer and is not asked for again; everything else gets two more tries.
      retry: (failures, fault) => failures < 2 && !isRefusal(fault),
      staleTime: 30_000,
      // Offline calls shall fail at once and say so, not wait in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * Brings TanStack Query to a lazily loaded page or wizard step that asks the server. All of them share one cache.
 * The first screen does without it: see start-call.ts.
 */
export function ServerState({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

function isRefusal(fault: Error): boolean {
  return fault instanceof ApiError && fault.status >= 400 && fault.status < 500
}
