import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { bookingQuery } from './use-booking-detail.ts'
import { refreshUndone } from './use-undo.ts'

afterEach(() => queryClient.clear())

test('an undo removes the cached details of the undone appointment only', async () => {
  const undoneKey = bookingQuery('a').queryKey
  const otherKey = bookingQuery('b').queryKey
  for (const key of [undoneKey, otherKey])
    queryClient.setQueryData<{ start: string }>(key, { start: '10:00' })
  await refreshUndone('a')
  expect(queryClient.getQueryData(undoneKey)).toBeUndefined()
  expect(queryClient.getQueryData(otherKey)).toEqual({ start: '10:00' })
})
