import * as v from 'valibot'
import { requiredLineSchema } from './line.ts'

const base64urlSchema = v.pipe(v.string(), v.nonEmpty(), v.regex(/^[\w-]+$/))
/** The fields of every `PublicKeyCredential`. */
const commonEntries = { id: base64urlSchema, rawId: base64urlSchema, type: v.literal('public-key') }

/** The used part of `PublicKeyCredential.toJSON()` for a signed challenge (WebAuthn 3, 5.1.8). */
export const passkeyAnswerSchema = v.object({
  ...commonEntries,
  response: v.object({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
  }),
})
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswerSchema>

/** The used part of `PublicKeyCredential.toJSON()` for a new credential. */
const newCredentialSchema = v.object({
  ...commonEntries,
  response: v.object({ clientDataJSON: base64urlSchema, attestationObject: base64urlSchema }),
})
export type NewCredential = v.InferOutput<typeof newCredentialSchema>

/** The body of the sign-in with a passkey. */
export const passkeySignInSchema = v.strictObject({ passkey: passkeyAnswerSchema })

/** The body of POST /api/admin/account/passkeys: a new passkey with the name that its owner gives it. */
export const newPasskeySchema = v.strictObject({
  name: v.optional(requiredLineSchema('Bitte einen Namen eingeben.', 40), ''),
  credential: newCredentialSchema,
})

/**
 * Returns a sentence that says why the page cannot use passkeys; undefined if its origin allows them.
 * @param origins the origins that allow passkeys
 */
export function passkeyFault(origin: string, origins: readonly string[]): string | undefined {
  if (origins.includes(origin)) return undefined
  if (origins.length === 0) return 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'
  return `Passkeys gehen nur unter ${origins.join(' und ')}.`
}
