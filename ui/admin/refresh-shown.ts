import type { QueryClient } from '@tanstack/react-query'

/** Lets everything that is shown ask anew; what is being edited must not change under the hands. */
export function refreshShown(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    queryKey: ['admin'],
    predicate: ({ queryKey }) => queryKey[1] !== 'editable',
  })
}
