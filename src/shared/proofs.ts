import * as v from 'valibot'
import { passkeyAnswerSchema } from './passkeys.ts'

const presentPasswordSchema = requiredSecretSchema('Bitte das Passwort eingeben.')
export const CODE_REQUIRED = 'Bitte den Code eingeben.'

/**
 * Confirms a change of second factors: the present password and, while a second factor is on, a code or the
 * response of a passkey.
 */
export const confirmationSchema = v.strictObject({
  password: presentPasswordSchema,
  code: v.nullish(v.pipe(v.string(CODE_REQUIRED), v.trim()), ''),
  passkey: v.optional(passkeyAnswerSchema),
})
export type Confirmation = v.InferOutput<typeof confirmationSchema>

/** The present password and, while a second factor is on, a code. */
export const passwordProofSchema = v.strictObject({
  password: presentPasswordSchema,
  code: confirmationSchema.entries.code,
})
/** A passkey alone, which proves more than a password does. */
const passkeyProofSchema = v.strictObject({ passkey: passkeyAnswerSchema })

/**
 * Proves who uses a session: a password proof, or a passkey alone. The input decides which of the two
 * applies, so that the errors are those of one form.
 */
export const proofSchema = v.lazy((sent) =>
  typeof sent === 'object' && sent !== null && 'passkey' in sent ? passkeyProofSchema : passwordProofSchema,
)

/** The code of an authenticator app, which switches the second factor on. */
export const codeSchema = v.strictObject({
  code: v.pipe(requiredSecretSchema(CODE_REQUIRED), v.trim()),
})

/** A text that must not be empty. Spaces at its ends are kept, because they may belong to a password. */
export function requiredSecretSchema(sentence: string) {
  return v.optional(v.pipe(v.string(sentence), v.nonEmpty(sentence)), '')
}
