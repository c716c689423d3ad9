import * as v from 'valibot'
import { requiredLine } from './line.ts'

const base64url = v.pipe(v.string(), v.nonEmpty(), v.regex(/^[\w-]+$/))
const head = { id: base64url, rawId: base64url, type: v.literal('public-key') }

/** What `PublicKeyCredential.toJSON()` gives for a signed challenge (WebAuthn 3, 5.1.8); the rest of it is left out. */
export const passkeyAnswerSchema = v.object({
  ...head,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
})
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswerSchema>

/** The same for a new credential. */
const newCredentialSchema = v.object({
  ...head,
  response: v.object({ clientDataJSON: base64url, attestationObject: base64url }),
})
export type NewCredential = v.InferOutput<typeof newCredentialSchema>

/** The body of the sign-in with a passkey. */
export const passkeySignInSchema = v.strictObject({ passkey: passkeyAnswerSchema })

/** Why there are no passkeys where the page is, as far as its origin says. @param origins where there are */
export function passkeyFault(origin: string, origins: readonly string[]): string | undefined {
  if (origins.includes(origin)) return undefined
  if (origins.length === 0) return 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'
  return `Passkeys gehen nur unter ${origins.join(' und ')}.`
}

export const newPasskeySchema = v.strictObject({
  name: v.optional(requiredLine('Bitte einen Namen eingeben.', 40), ''),
  credential: newCredentialSchema,
})
