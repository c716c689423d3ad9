import { expect, it } from 'vitest'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import { queueFirstSync } from '../erp/sync.ts'
import { dropSpentSignatures } from '../messaging/outbox/decision-links.ts'
import { packBodies } from '../messaging/outbox/packing.ts'
import { deleteExpiredHolds } from '../schedule/occupations.ts'
import { IN_FULL, recordSteps } from '../testing/query-plans.ts'
import { openTestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

it.each([
  remindDue,
  remindPracticeOfUnanswered,
  correctFutureTimes,
  dropSpentSignatures,
  packBodies,
  deleteExpiredHolds,
  queueFirstSync,
])('%o reads no growing table in full', (job) => {
  const app = openTestApp()
  const steps = recordSteps(app.ctx().db)
  job(app.ctx())
  expect(steps().filter((step) => IN_FULL.test(step))).toEqual([])
})
