import { Hono } from 'hono'
import { listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import type { Admin } from '../../db/schema.ts'
import { invitationSchema, personChangeSchema } from '../../shared/staff.ts'
import { changeMember, inviteMember, removeMember, resetMember, signOutMember } from '../../staff/staff.ts'
import { isoOrNull } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** Who may sign in, and with which rights (docs/behaviour.md 12.39, 12.41). */
export function staffRoutes() {
  return new Hono<AdminEnv>()
    .get('/people', (c) => c.json(listAdmins(ctxOf(c)).map((person) => personAnswer(ctxOf(c), person))))
    .post('/people', body(invitationSchema), (c) =>
      c.json(personAnswer(ctxOf(c), inviteMember(ctxOf(c), c.req.valid('json'))), 201),
    )
    .put('/people/:id', body(personChangeSchema), (c) =>
      c.json(personAnswer(ctxOf(c), changeMember(ctxOf(c), Number(c.req.param('id')), c.req.valid('json')))),
    )
    .delete('/people/:id', noBody, (c) => {
      removeMember(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
    .post('/people/:id/reset', noBody, (c) =>
      c.json(personAnswer(ctxOf(c), resetMember(ctxOf(c), Number(c.req.param('id'))))),
    )
    .delete('/people/:id/sessions', noBody, (c) => {
      signOutMember(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
}

/** `invited_until`: the end of the link to choose a password, also a past one; null for somebody who has one. */
function personAnswer(ctx: Ctx, person: Admin) {
  const { id, email, name, role, invitationExpiresAt } = person
  return {
    id,
    email,
    name,
    role,
    second_factor: hasSecondFactor(ctx, person),
    invited_until: isoOrNull(invitationExpiresAt),
  }
}
