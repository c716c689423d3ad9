import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.tsx'
import { offerUndo } from './undo.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    queryClient.clear()
  })
})

function confirmed(id: string, start: string) {
  const until = new Date(Date.now() + 10_000).toISOString()
  offerUndo({ id, name: 'Rosa Musterfrau', start, isMove: false, tells: true, until })
}

function offered() {
  return queryClient.getQueryData<readonly { start: string }[]>(['undoable'])?.map(({ start }) => start)
}

test('each change can be taken back for its own ten seconds', () => {
  confirmed('a', '09:00')
  vi.advanceTimersByTime(4000)
  confirmed('b', '10:00')
  expect(offered()).toEqual(['09:00', '10:00'])
  vi.advanceTimersByTime(6000)
  expect(offered()).toEqual(['10:00'])
  vi.advanceTimersByTime(4000)
  expect(offered()).toEqual([])
})

test('of two changes of one appointment only the newer one can be taken back', () => {
  confirmed('a', '09:00')
  vi.advanceTimersByTime(4000)
  confirmed('a', '11:00')
  expect(offered()).toEqual(['11:00'])
  vi.advanceTimersByTime(6000)
  expect(offered()).toEqual(['11:00'])
  vi.advanceTimersByTime(4000)
  expect(offered()).toEqual([])
})
