import { Hono } from 'hono'
import { listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import { ctxOf } from '../deps.ts'
import type { AdminEnv } from './guard.ts'

/** Who may sign in, and with which rights (docs/behaviour.md 12.39). */
export function peopleRoutes() {
  return new Hono<AdminEnv>().get('/people', (c) =>
    c.json(
      listAdmins(ctxOf(c)).map((admin) => ({
        id: admin.id,
        email: admin.email,
        name: admin.name,
        role: admin.role,
        second_factor: hasSecondFactor(ctxOf(c), admin),
      })),
    ),
  )
}
