import { expect, it } from 'vitest'
import { deleteExpiredAttempts } from '../access/rate-limit.ts'
import { aHold, verifyEmailAddress } from '../testing/factory.ts'
import { openTestApp } from '../testing/test-app.ts'
import { inSteps } from './steps.ts'

/** An app with 30,000 attempts that are too old to count. */
function openFullApp() {
  const app = openTestApp()
  app.rows(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 30000)
     insert into attempts (subject, at) select 'old', 0 from n returning id`,
  )
  return { ...app, old: () => app.rows(`select 1 from attempts where subject = 'old'`).length }
}

it('a hold is placed while a clean-up is under way', async () => {
  const app = openFullApp()
  const browser = app.browser()
  await verifyEmailAddress(app, browser)
  const done = inSteps([() => deleteExpiredAttempts(app.ctx())], new AbortController().signal)
  expect((await browser.post('/api/hold', aHold())).status).toBe(201)
  expect(app.old()).toBeGreaterThan(0)
  await done
  expect(app.old()).toBe(0)
})

it('a stop waits for one step, not for the whole clean-up', async () => {
  const app = openFullApp()
  const stopping = new AbortController()
  const step = () => {
    stopping.abort()
    return deleteExpiredAttempts(app.ctx())
  }
  await inSteps([step, step], stopping.signal)
  expect(app.old()).toBe(29_500)
})
