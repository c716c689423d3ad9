import { queryClient } from '../../api/query-client.tsx'

/** The part of a query key that marks free times. The paths of their calls end with it. */
export const FREE_TIMES_KEY = 'slots'

/** Loads the free times again wherever they are shown. */
export function reloadFreeTimes(): void {
  void queryClient.invalidateQueries({ queryKey: ['admin'], predicate: showsFreeTimes })
}

function showsFreeTimes({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey.includes(FREE_TIMES_KEY)
}
