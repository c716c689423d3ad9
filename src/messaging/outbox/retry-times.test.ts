import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { latestDueAt, statusAfterFailure } from './retry-times.ts'

it.each([
  { attempts: 1, minutes: 1 },
  { attempts: 2, minutes: 5 },
  { attempts: 3, minutes: 30 },
  { attempts: 4, minutes: 120 },
  { attempts: 5, minutes: 720 },
])('after failed attempt $attempts the next one is due in $minutes minutes', ({ attempts, minutes }) => {
  expect(statusAfterFailure(attempts, 0)).toEqual({ status: 'queued', dueAt: minutes * MINUTE })
})

it('after the sixth failed attempt there is no other one', () => {
  expect(statusAfterFailure(6, 0)).toEqual({ status: 'failed' })
})

describe('with a clock that has always been right, a waiting message is due at the latest', () => {
  const evening = Date.parse('2026-11-20T19:00:00+01:00')
  const waiting = { status: 'queued', attempts: 0, kind: 'confirmed', error: null } as const

  it.each([
    { state: 'untried', changes: {}, minutes: 1 },
    { state: 'being sent', changes: { status: 'sending', attempts: 1 }, minutes: 5 },
    { state: 'refused without being counted', changes: { error: '421' }, minutes: 5 },
    { state: 'tried three times', changes: { attempts: 3, error: '421' }, minutes: 30 },
    { state: 'tried five times', changes: { attempts: 5, error: '421' }, minutes: 720 },
  ] as const)('in $minutes minutes if it is $state', ({ changes, minutes }) => {
    expect(latestDueAt({ ...waiting, ...changes }, evening)).toBe(evening + minutes * MINUTE)
  })

  it('in the morning if its kind waits for the day', () => {
    expect(latestDueAt({ ...waiting, kind: 'reminder' }, evening)).toBe(
      Date.parse('2026-11-21T08:00:00+01:00'),
    )
  })
})
