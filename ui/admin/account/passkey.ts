import { useSyncExternalStore } from 'react'
import type { creationOptions, requestOptions } from '../../../src/access/webauthn.ts'
import type { NewCredential, PasskeyAnswer } from '../../../src/shared/passkeys.ts'

/** The options as they arrive from the server. */
type Json<Options extends (...given: never[]) => unknown> = ReturnType<Options>

/** Whether this browser supports passkeys, which it does only on pages that came by HTTPS. */
export const HAS_PASSKEYS =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Returns `HAS_PASSKEYS`. The server cannot know it and renders a page for browsers that support them. */
export function useHasPasskeys(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => HAS_PASSKEYS,
    () => true,
  )
}

/** Asks for a new passkey. @throws DOMException when the user cancels, or the device has one already */
export async function createPasskey(options: Json<typeof creationOptions>): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Asks for a signature by a passkey. @throws DOMException when the user cancels */
export async function askPasskey(options: Json<typeof requestOptions>): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

function toJson<Answer>(credential: Credential | null): Answer {
  return (credential as PublicKeyCredential).toJSON() as Answer
}
