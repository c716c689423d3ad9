import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'

const KEY = ['admin', 'feeds']

export type Feed = InferResponseType<typeof admin.feeds.$get>[number]

export function useFeeds() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminRequest(admin.feeds.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

export function refreshFeeds(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY })
}

export function endFeed({ id }: Feed) {
  return adminRequest(admin.feeds[':id'].$delete({ param: { id: String(id) } }))
}
