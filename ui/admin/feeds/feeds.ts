import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'

const KEY = ['admin', 'feeds']

export type Feed = InferResponseType<typeof admin.feeds.$get>[number]

export function useFeeds() {
  return useQuery(adminQuery(KEY, (options) => admin.feeds.$get({}, options)))
}

export function refreshFeeds(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY })
}

export function endFeed({ id }: Feed) {
  return adminRequest(admin.feeds[':id'].$delete({ param: { id: String(id) } }))
}
