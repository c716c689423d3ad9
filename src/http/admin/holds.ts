import { Hono } from 'hono'
import { endHoldsOfStrangers } from '../../booking/ended-holds.ts'
import { ctxOf } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The call that frees the times held by strangers (docs/behaviour.md 12.48). */
export function holdReleaseRoutes() {
  return new Hono<AdminEnv>().post('/holds/release', noBody, (c) =>
    c.json({ released: endHoldsOfStrangers(ctxOf(c)) }),
  )
}
