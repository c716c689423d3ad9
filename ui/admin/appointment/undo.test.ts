import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { offerUndo } from './undo-offers.ts'
import { bookingQuery } from './use-booking-detail.ts'
import { refreshUndone } from './use-undo.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    queryClient.clear()
  })
})

/** Confirms the appointment, which can be undone for ten seconds. */
function confirmAppointment(id: string, start: string) {
  const until = new Date(Date.now() + 10_000).toISOString()
  offerUndo({ id, name: 'Rosa Musterfrau', start, change: 'confirmed', isMessageWaiting: true, until })
}

/** Returns the starts of the appointments whose changes can be undone. */
function undoableStarts() {
  return queryClient.getQueryData<readonly { start: string }[]>(['undoable'])?.map(({ start }) => start)
}

test('each change can be undone for its own ten seconds', () => {
  confirmAppointment('a', '09:00')
  vi.advanceTimersByTime(4000)
  confirmAppointment('b', '10:00')
  expect(undoableStarts()).toEqual(['09:00', '10:00'])
  vi.advanceTimersByTime(6000)
  expect(undoableStarts()).toEqual(['10:00'])
  vi.advanceTimersByTime(4000)
  expect(undoableStarts()).toEqual([])
})

test('only the newer of two changes to one appointment can be undone', () => {
  confirmAppointment('a', '09:00')
  vi.advanceTimersByTime(4000)
  confirmAppointment('a', '11:00')
  expect(undoableStarts()).toEqual(['11:00'])
  vi.advanceTimersByTime(6000)
  expect(undoableStarts()).toEqual(['11:00'])
  vi.advanceTimersByTime(4000)
  expect(undoableStarts()).toEqual([])
})

test('an undo removes the cached details of that appointment only', async () => {
  const undone = bookingQuery('a').queryKey
  const other = bookingQuery('b').queryKey
  for (const key of [undone, other]) queryClient.setQueryData<{ start: string }>(key, { start: '10:00' })
  await refreshUndone('a')
  expect(queryClient.getQueryData(undone)).toBeUndefined()
  expect(queryClient.getQueryData(other)).toEqual({ start: '10:00' })
})
