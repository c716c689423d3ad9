import { Hono } from 'hono'
import * as v from 'valibot'
import { listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import type { Admin } from '../../db/schema.ts'
import { invitationSchema, staffChangeSchema } from '../../shared/staff.ts'
import { changeMember, inviteMember, removeMember, resetMember, signOutMember } from '../../staff/staff.ts'
import { isoOrNull } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody } from '../input.ts'
import { echoedKeys } from './echoed-keys.ts'
import { type AdminEnv, requireProof } from './guard.ts'

/** A change, or the whole row of the list with changes in it. Another address is refused. */
const changeBody = v.strictObject({
  ...staffChangeSchema.entries,
  email: v.exactOptional(v.string()),
  ...echoedKeys('id', 'second_factor', 'invited_until'),
})

/**
 * The calls about the staff members who may sign in, and their rights (docs/behaviour.md 12.39, 12.41).
 * Ending somebody's sessions is the only change without a fresh proof (12.47), because it only revokes
 * access.
 */
export function staffRoutes() {
  return new Hono<AdminEnv>()
    .get('/people', (c) => c.json(listAdmins(ctxOf(c)).map((admin) => staffAnswer(ctxOf(c), admin))))
    .post('/people', requireProof, body(invitationSchema), (c) => {
      const invited = inviteMember(ctxOf(c), c.req.valid('json'))
      return c.json(staffAnswer(ctxOf(c), invited), 201)
    })
    .put('/people/:id', requireProof, body(changeBody), (c) => {
      const { id: _id, second_factor: _factor, invited_until: _until, ...changes } = c.req.valid('json')
      const changed = changeMember(ctxOf(c), Number(c.req.param('id')), changes)
      return c.json(staffAnswer(ctxOf(c), changed))
    })
    .delete('/people/:id', requireProof, noBody, (c) => {
      removeMember(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
    .post('/people/:id/reset', requireProof, noBody, (c) => {
      const reset = resetMember(ctxOf(c), Number(c.req.param('id')))
      return c.json(staffAnswer(ctxOf(c), reset))
    })
    .delete('/people/:id/sessions', noBody, (c) => {
      signOutMember(ctxOf(c), Number(c.req.param('id')))
      return c.body(null, 204)
    })
}

/**
 * Returns a staff member. `invited_until` is when the link to choose a password expires or has expired; null
 * for a staff member who has a password.
 */
function staffAnswer(ctx: Ctx, admin: Admin) {
  const { id, email, name, role, resourceId, invitationExpiresAt } = admin
  return {
    id,
    email,
    name,
    role,
    ...(resourceId !== null && { resource_id: resourceId }),
    second_factor: hasSecondFactor(ctx, admin),
    invited_until: isoOrNull(invitationExpiresAt),
  }
}
