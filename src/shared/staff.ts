import * as v from 'valibot'
import { normalEmailSchema } from './contact/normal-email.ts'
import { requiredLineSchema } from './line.ts'
import { newPasswordSchema, type PublicFacts } from './password.ts'
import { ROLES } from './role.ts'

/** Hours for which the link of an invitation is valid. */
export const INVITATION_HOURS = 48

const nameSchema = requiredLineSchema('Bitte einen Namen angeben.', 80)
const roleSchema = v.picklist(ROLES, 'Bitte eine Rolle wählen.')

/** The body of POST /api/admin/people, and its form. */
export const invitationSchema = v.strictObject({
  email: normalEmailSchema,
  name: nameSchema,
  role: roleSchema,
})

/** The body of PUT /api/admin/people/{id}, and its form. */
export const staffChangeSchema = v.strictObject({
  name: v.exactOptional(nameSchema),
  role: v.exactOptional(roleSchema),
  /** The id of the resource that this person is, or works for; null for none. */
  resource_id: v.exactOptional(v.nullable(v.string())),
})

/** The query of an invitation's page: the token of its link. Other keys are ignored. */
export const invitationTokenSchema = v.looseObject({ token: v.string() })

/** Makes the rules of the body of POST /api/admin/people/accept, and of its form. Other keys are ignored. */
export function acceptInvitationSchema(facts: PublicFacts) {
  return v.object({ token: v.string(), name: nameSchema, password: newPasswordSchema(facts) })
}
