import { useSyncExternalStore } from 'react'
import type { creationOptions, requestOptions } from '../../../src/access/webauthn.ts'
import type { NewCredential, PasskeyAnswer } from '../../../src/shared/passkeys.ts'

/** The options by which the browser makes a passkey, and asks for one, as the server sends them. */
type CreationOptions = ReturnType<typeof creationOptions>
type RequestOptions = ReturnType<typeof requestOptions>

/** Whether this browser supports passkeys, which it does only on pages that came by HTTPS. */
export const HAS_PASSKEYS =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/**
 * Returns `HAS_PASSKEYS`. The server, which cannot know it, renders pages for browsers that support passkeys.
 */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(
    // The value never changes, so that there is nothing to subscribe to and to end.
    () => () => {},
    () => HAS_PASSKEYS,
    () => true,
  )
}

/**
 * Lets the browser make a passkey. @throws DOMException when the user cancels, or the device has one already
 */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Lets the browser sign by a passkey. @throws DOMException when the user cancels */
export async function askPasskey(options: RequestOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

/** Returns a credential as JSON. By the options of these calls it is a PublicKeyCredential and not null. */
function toJson<Answer>(credential: Credential | null): Answer {
  return (credential as PublicKeyCredential).toJSON() as Answer
}
