import { useSyncExternalStore } from 'react'
import type { creationOptions, requestOptions } from '../../../src/access/webauthn.ts'
import type { NewCredential, PasskeyAnswer } from '../../../src/shared/passkeys.ts'

/** The options with which the browser creates a passkey or asks for one, as the server sends them. */
type CreationOptions = ReturnType<typeof creationOptions>
type RequestOptions = ReturnType<typeof requestOptions>

/** True if this browser supports passkeys, which needs a page loaded over HTTPS. */
export const SUPPORTS_PASSKEYS =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Returns `SUPPORTS_PASSKEYS`. The server cannot know it, and assumes that the browser supports passkeys. */
export function useSupportsPasskeys(): boolean {
  return useSyncExternalStore(
    // The value never changes, so there is nothing to subscribe to.
    () => () => {},
    () => SUPPORTS_PASSKEYS,
    () => true,
  )
}

/**
 * Lets the browser create a passkey. @throws DOMException when the user cancels, or the device has one
 * already
 */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Lets the browser sign with a passkey. @throws DOMException when the user cancels */
export async function signWithPasskey(options: RequestOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

/**
 * Returns a credential as JSON. With the options of these calls it is a PublicKeyCredential and never null.
 */
function toJson<Answer>(credential: Credential | null): Answer {
  return (credential as PublicKeyCredential).toJSON() as Answer
}
