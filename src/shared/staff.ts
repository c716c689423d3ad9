import * as v from 'valibot'
import { normalEmailSchema } from './contact/normal-email.ts'
import { requiredLineSchema } from './line.ts'
import { newPasswordSchema, type PublicFacts } from './password.ts'
import { ROLES } from './role.ts'

/** Hours for which the link of an invitation is valid. */
export const INVITATION_HOURS = 48

const name = requiredLineSchema('Bitte einen Namen angeben.', 80)
const role = v.picklist(ROLES, 'Bitte eine Rolle wählen.')

/** The body of POST /api/admin/people, and its form. */
export const invitationSchema = v.strictObject({ email: normalEmailSchema, name, role })

/** The body of PUT /api/admin/people/{id}, and its form. */
export const staffChangeSchema = v.strictObject({
  name: v.exactOptional(name),
  role: v.exactOptional(role),
  /** The id of the resource that this person is, or works for; null for none. */
  resource_id: v.exactOptional(v.nullable(v.string())),
})

/** The query of an invitation's page: the token of its link. Other keys are ignored. */
export const invitationTokenSchema = v.looseObject({ token: v.string() })

/** Makes the rules of the body of POST /api/admin/people/accept, and of its form. Other keys are ignored. */
export function acceptInvitationSchema(facts: PublicFacts) {
  return v.object({ token: v.string(), name, password: newPasswordSchema(facts) })
}
