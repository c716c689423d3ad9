import { useQuery } from '@tanstack/react-query'

/**
 * Loads code that few visitors need, once `enabled`. It is a query, so that a failure can be shown with a
 * button that tries again. `name` is the key in the cache.
 */
export function useCode<Module>(name: string, load: () => Promise<Module>, enabled: boolean) {
  return useQuery({
    queryKey: [name],
    queryFn: load,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
