import { Hono } from 'hono'
import { endDemo } from '../../operation/demo-end.ts'
import { Problem } from '../../shared/problems.ts'
import { ctxOf } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The call that turns the demo into the practice's own portal. It deletes bookings. */
export function demoEndRoutes() {
  return new Hono<AdminEnv>().post('/demo/end', noBody, async (c) => {
    const ended = await endDemo(ctxOf(c))
    if (ended === undefined) throw new Problem('conflict', {}, 'Die Demo ist schon beendet.')
    return c.json(ended)
  })
}
