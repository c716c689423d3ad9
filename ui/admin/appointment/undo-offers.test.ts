import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { offerUndo, UNDO_OFFERS_KEY } from './undo-offers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    queryClient.clear()
  })
})

const UNDO_MS = 10_000
/** Milliseconds between the first change and the second. */
const PAUSE_MS = 4000

/** Confirms the appointment, which can be undone for `UNDO_MS`. */
function confirmAppointment(id: string, start: string) {
  const until = new Date(Date.now() + UNDO_MS).toISOString()
  offerUndo({ id, name: 'Rosa Musterfrau', start, change: 'confirmed', isMessageWaiting: true, until })
}

/** Returns the starts of the appointments whose changes can be undone. */
function undoableStarts() {
  return queryClient.getQueryData<readonly { start: string }[]>(UNDO_OFFERS_KEY)?.map(({ start }) => start)
}

test('each change can be undone for its own ten seconds', () => {
  confirmAppointment('a', '09:00')
  vi.advanceTimersByTime(PAUSE_MS)
  confirmAppointment('b', '10:00')
  expect(undoableStarts()).toEqual(['09:00', '10:00'])
  vi.advanceTimersByTime(UNDO_MS - PAUSE_MS)
  expect(undoableStarts()).toEqual(['10:00'])
  vi.advanceTimersByTime(PAUSE_MS)
  expect(undoableStarts()).toEqual([])
})

test('only the newer of two changes to one appointment can be undone', () => {
  confirmAppointment('a', '09:00')
  vi.advanceTimersByTime(PAUSE_MS)
  confirmAppointment('a', '11:00')
  expect(undoableStarts()).toEqual(['11:00'])
  vi.advanceTimersByTime(UNDO_MS - PAUSE_MS)
  expect(undoableStarts()).toEqual(['11:00'])
  vi.advanceTimersByTime(PAUSE_MS)
  expect(undoableStarts()).toEqual([])
})
