import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { refreshWaiting } from './use-waiting-list.ts'

it('the entries and offers of the waiting list are loaded again together, and no other data are', async () => {
  const keys = [
    ['public', 'waiting-list', 'one'],
    ['public', 'waiting-list', 'booking_id=two'],
    ['public', 'patient', 'offer', 'id=three'],
    ['public', 'privacy'],
  ]
  for (const key of keys) queryClient.setQueryData(key, {})
  await refreshWaiting()
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false])
  queryClient.clear()
})
