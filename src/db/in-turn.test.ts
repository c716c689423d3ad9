import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { inTurn } from './in-turn.ts'

it('a task waits for its earlier runs, also for failed ones, and for nothing else', async () => {
  const { db } = openTestApp({ empty: true }).ctx()
  const { db: otherDb } = openTestApp({ empty: true }).ctx()
  const steps: string[] = []
  const released = Promise.withResolvers<void>()
  const first = inTurn(db, 'read', async () => {
    await released.promise
    steps.push('first')
    throw new Error('failed')
  })
  const second = inTurn(db, 'read', async () => {
    steps.push('second')
    return 2
  })
  await inTurn(db, 'another task', async () => steps.push('another task'))
  await inTurn(otherDb, 'read', async () => steps.push('another database'))
  expect(steps).toEqual(['another task', 'another database'])

  released.resolve()
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe(2)
  expect(steps.slice(2)).toEqual(['first', 'second'])
})
