import { expect, it } from 'vitest'
import { dropLapsedMoves } from '../booking/asked-moves.ts'
import { endDueEntries } from '../booking/ended-entries.ts'
import { deleteEndedHolds, endHoldsBeyondShare } from '../booking/ended-holds.ts'
import { findNextOffer, makeDueOffers } from '../booking/offers.ts'
import { remindPracticeOfUnanswered } from '../booking/practice-reminders.ts'
import { remindDue } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { queueFirstSync } from '../erp/push-queue.ts'
import { nextDelivery } from '../messaging/outbox/deliver.ts'
import { replaceUnsendableSms } from '../messaging/outbox/fallback.ts'
import { packBodies } from '../messaging/outbox/packed-bodies.ts'
import { dropSpentSignatures } from '../messaging/outbox/spent-signatures.ts'
import { FULL_READ, recordPlanSteps } from '../testing/query-plan.ts'
import { openTestApp } from '../testing/test-app.ts'
import { correctFutureTimes } from './future-times.ts'

/** The jobs must stay fast when the tables have grown for years, so they read none of those in full. */

it.each<{ work: string; job: (ctx: Ctx) => unknown }>([
  { work: 'reminding patients', job: remindDue },
  { work: 'reminding the practice of requests', job: remindPracticeOfUnanswered },
  { work: 'making offers', job: makeDueOffers },
  { work: 'finding the time of the next offer', job: findNextOffer },
  {
    work: 'finding the time of the next verification e-mail',
    job: (ctx) => nextDelivery(ctx, 'email', 'verifications'),
  },
  { work: 'finding the time of the next SMS', job: (ctx) => nextDelivery(ctx, 'sms') },
  { work: 'ending the wait', job: endDueEntries },
  { work: 'dropping lapsed moves', job: dropLapsedMoves },
  { work: 'correcting times in the future', job: correctFutureTimes },
  { work: 'dropping spent links', job: dropSpentSignatures },
  { work: 'packing e-mails', job: packBodies },
  { work: 'deleting ended holds', job: deleteEndedHolds },
  { work: 'ending holds beyond their share', job: endHoldsBeyondShare },
  { work: 'queueing the first synchronisation', job: queueFirstSync },
])('$work reads no growing table in full', ({ job }) => {
  const app = openTestApp()
  const steps = recordPlanSteps(app.ctx().db)
  job(app.ctx())
  expect(steps().filter((step) => FULL_READ.test(step))).toEqual([])
})

it('queueing the fallbacks of SMS while no provider is set up reads only the messages that wait', () => {
  const app = openTestApp()
  const steps = recordPlanSteps(app.ctx().db)
  replaceUnsendableSms(app.ctx())
  const [firstStep] = steps()
  expect(firstStep).toBe('SEARCH messages USING INDEX messages_due (channel=?)')
})
