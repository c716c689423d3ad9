import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { findFirstSteps, finishFirstSteps, markFirstStep } from '../../operation/first-steps.ts'
import { FIRST_STEP_IDS } from '../../shared/first-steps.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The practice skips a step, or confirms a step whose settings are already right. */
const stepBody = v.strictObject({
  step: v.picklist(FIRST_STEP_IDS),
  as: v.picklist(['skipped', 'confirmed']),
})

/**
 * The calls about what a new practice has yet to set up. DELETE hides the steps for good. Each call answers
 * the state, or null if there is nothing to show.
 */
export function firstStepsRoutes() {
  const answer = (c: Context<AdminEnv>) => c.json({ first_steps: findFirstSteps(ctxOf(c)) ?? null })
  return new Hono<AdminEnv>()
    .get('/first-steps', answer)
    .post('/first-steps', body(stepBody), (c) => {
      const { step, as: mark } = c.req.valid('json')
      markFirstStep(ctxOf(c), step, mark)
      return answer(c)
    })
    .delete('/first-steps', noBody, (c) => {
      finishFirstSteps(ctxOf(c))
      return answer(c)
    })
}
