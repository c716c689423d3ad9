import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { refreshWaiting } from './use-waiting-list.ts'

it('entries and offers are loaded again together, and nothing else', async () => {
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
