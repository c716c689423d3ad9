import { useQuery } from '@tanstack/react-query'

/**
 * Loads code that few visitors need, once `enabled`. It is a query, so that a failure is shown with a way to
 * try again. `name` is its key in the cache.
 */
export function useCode<Module>(name: string, load: () => Promise<Module>, enabled: boolean) {
  return useQuery({
    queryKey: [name],
    queryFn: load,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
