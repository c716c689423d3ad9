import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminAnswer } from '../../api/admin.ts'

const KEY = ['admin', 'feeds']

export type Feed = InferResponseType<typeof admin.feeds.$get>[number]

export function useFeeds() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminAnswer(admin.feeds.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

export function useMakeFeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { title: string; initials_only: boolean }) => adminAnswer(admin.feeds.$post({ json })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    // The address is told this once: it shall not lie about in the cache.
    gcTime: 0,
  })
}

export function useEndFeed(onEnded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Feed) => adminAnswer(admin.feeds[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: onEnded,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
