import { expect, it, onTestFinished } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { refreshWaitingList } from './use-waiting-list.ts'

it('refreshing the waiting list reloads its entries and offers, and no other data', async () => {
  const waitingKeys = [
    ['public', 'waiting-list', 'one'],
    ['public', 'waiting-list', 'booking_id=two'],
    ['public', 'patient', 'offer', 'id=three'],
  ]
  const otherKey = ['public', 'privacy']
  onTestFinished(() => queryClient.clear())
  for (const key of [...waitingKeys, otherKey]) queryClient.setQueryData(key, {})
  await refreshWaitingList()
  for (const key of waitingKeys)
    expect(queryClient.getQueryState(key)?.isInvalidated, key.join('/')).toBe(true)
  expect(queryClient.getQueryState(otherKey)?.isInvalidated).toBe(false)
})
