import { expect, it } from 'vitest'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { inSteps } from './steps.ts'

/** The number of old attempts, many more than one step deletes. */
const OLD_ATTEMPTS = 30_000
/** The number of rows that a step of a clean-up deletes (ROWS_AT_ONCE in db/delete-some.ts). */
const DELETED_IN_STEP = 500

/** Opens an app with attempts that are too old to count. */
function openAppWithOldAttempts() {
  const app = openTestApp()
  app.changeRows(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into attempts (subject, at) select 'old', 0 from n`,
    OLD_ATTEMPTS,
  )
  return { ...app, countOld: () => app.rows(`select 1 from attempts where subject = 'old'`).length }
}

it('a hold can be placed between two steps of a clean-up', async () => {
  const app = openAppWithOldAttempts()
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const cleanUp = inSteps([() => deleteExpiredAttempts(app.ctx())], new AbortController().signal)
  expect((await browser.post('/api/hold', aHold())).status).toBe(201)
  expect(app.countOld()).toBeGreaterThan(0)
  await cleanUp
  expect(app.countOld()).toBe(0)
})

it('stopping waits for one step of a clean-up, not for all of it', async () => {
  const app = openAppWithOldAttempts()
  const stopping = new AbortController()
  const step = () => {
    stopping.abort()
    return deleteExpiredAttempts(app.ctx())
  }
  await inSteps([step, step], stopping.signal)
  expect(app.countOld()).toBe(OLD_ATTEMPTS - DELETED_IN_STEP)
})
