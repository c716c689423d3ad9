import { expect, it } from 'vitest'
import { endDueEntries } from '../booking/ended-entries.ts'
import { deleteEndedHolds, endHoldsBeyondShare } from '../booking/holds.ts'
import { makeDueOffers, nextOffer } from '../booking/offers.ts'
import { dropLapsedMoves } from '../booking/patient-moves.ts'
import { remindDue, remindPracticeOfUnanswered } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { queueFirstSync } from '../erp/push-queue.ts'
import { nextDelivery } from '../messaging/outbox/deliver.ts'
import { sendFallbacks } from '../messaging/outbox/fallback.ts'
import { packBodies } from '../messaging/outbox/packed-bodies.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { FULL_READ, recordPlanSteps } from '../testing/query-plan.ts'
import { openTestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

it.each([
  remindDue,
  remindPracticeOfUnanswered,
  makeDueOffers,
  nextOffer,
  (ctx: Ctx) => nextDelivery(ctx, 'email', 'verifications'),
  (ctx: Ctx) => nextDelivery(ctx, 'sms'),
  endDueEntries,
  dropLapsedMoves,
  correctFutureTimes,
  dropSpentSignatures,
  packBodies,
  deleteEndedHolds,
  endHoldsBeyondShare,
  queueFirstSync,
])('%o reads no growing table in full', (job) => {
  const app = openTestApp()
  const steps = recordPlanSteps(app.ctx().db)
  job(app.ctx())
  expect(steps().filter((step) => FULL_READ.test(step))).toEqual([])
})

it('while no provider is set up, only the SMS that wait are read', () => {
  const app = openTestApp()
  const steps = recordPlanSteps(app.ctx().db)
  sendFallbacks(app.ctx())
  expect(steps()[0]).toBe('SEARCH messages USING INDEX messages_due (channel=?)')
})
