import type { Ctx } from '../ctx.ts'
import type { NewCredential, PasskeyAnswer } from '../shared/passkeys.ts'
import { fingerprint } from './crypto.ts'
import { CHALLENGE_LIFETIME, type ChallengeUse, makeChallenge, readChallenge } from './passkey-challenges.ts'
import { findPasskey, listPasskeys, type NewPasskey, type PasskeyCheck } from './passkeys.ts'
import type { AnsweredChallenge } from './spent-challenges.ts'

/** The library is loaded with the first passkey, because it is large. */
const library = () => import('@simplewebauthn/server')

/** The numbers of ES256, EdDSA and RS256 (IANA COSE Algorithms). */
const ALGORITHMS = [-7, -8, -257]

/** The portal to which browsers bind a passkey. `origin` is its URL, and `id` the host name in it. */
export type RelyingParty = Readonly<{ origin: string; id: string; name: string }>

/**
 * Returns the options with which the browser asks an authenticator for a new passkey (WebAuthn 3, 5.4), as
 * JSON.
 */
export function creationOptions(
  ctx: Ctx,
  use: ChallengeUse,
  { id, name }: RelyingParty,
  admin: Readonly<{ id: number; email: string; name: string }>,
) {
  return {
    rp: { id, name },
    user: {
      id: fingerprint(ctx, 'passkey-user', String(admin.id)),
      name: admin.email,
      displayName: admin.name || admin.email,
    },
    challenge: makeChallenge(ctx, use),
    timeout: CHALLENGE_LIFETIME,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: descriptorsOf(ctx, admin.id),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/**
 * Returns the options with which the browser asks an authenticator for a signature (WebAuthn 3, 5.5), as
 * JSON.
 * @param adminId undefined accepts the passkey of any admin
 */
export function requestOptions(ctx: Ctx, use: ChallengeUse, { id }: RelyingParty, adminId?: number) {
  return {
    rpId: id,
    challenge: makeChallenge(ctx, use),
    timeout: CHALLENGE_LIFETIME,
    allowCredentials: adminId === undefined ? [] : descriptorsOf(ctx, adminId),
    userVerification: 'required' as const,
  }
}

/**
 * Verifies the response with a new credential. Returns undefined unless it answers a challenge for this use,
 * comes from the portal, and the authenticator has verified its user.
 */
export async function checkNewPasskey(
  ctx: Ctx,
  use: ChallengeUse,
  rp: RelyingParty,
  response: NewCredential,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyWithChallenge(ctx, use, rp, (expected) =>
    verifyRegistrationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  const credential = verified?.answer.registrationInfo?.credential
  if (verified === undefined || credential === undefined) return undefined
  const { id, publicKey, counter } = credential
  const { challenge } = verified
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, challenge }
}

/**
 * Verifies the response of a known passkey. Returns undefined unless it answers a challenge for this use,
 * comes from the portal, the authenticator has verified its user, and its counter has increased.
 */
export async function checkPasskey(
  ctx: Ctx,
  use: ChallengeUse,
  rp: RelyingParty,
  response: PasskeyAnswer,
): Promise<PasskeyCheck | undefined> {
  const passkey = findPasskey(ctx, response.id)
  if (passkey === undefined) return undefined
  const { id, adminId, credentialId, publicKey, counter } = passkey
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyWithChallenge(ctx, use, rp, (expected) =>
    verifyAuthenticationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
      },
    }),
  )
  if (!verified?.answer.verified) return undefined
  const { newCounter } = verified.answer.authenticationInfo
  return { id, adminId, counter, newCounter, challenge: verified.challenge }
}

/** The values that the library compares a response with. */
type ExpectedValues = Readonly<{
  expectedChallenge: (challenge: string) => boolean
  expectedOrigin: string
  expectedRPID: string
}>

/**
 * Lets `verify` compare the response with the values of this portal and use.
 * @returns the library's answer, and the challenge to spend; undefined if the library throws because the
 * response is wrong
 */
async function verifyWithChallenge<Answer>(
  ctx: Ctx,
  use: ChallengeUse,
  { origin, id }: RelyingParty,
  verify: (expected: ExpectedValues) => Promise<Answer>,
): Promise<{ answer: Answer; challenge: AnsweredChallenge } | undefined> {
  // The library extracts the challenge from the response and passes it to `acceptChallenge`. Its answer does
  // not contain the challenge, so the accepted one is kept here.
  let accepted: AnsweredChallenge | undefined
  const acceptChallenge = (text: string) => {
    accepted = readChallenge(ctx, use, text)
    return accepted !== undefined
  }
  try {
    const answer = await verify({
      expectedChallenge: acceptChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
    })
    return accepted && { answer, challenge: accepted }
  } catch {
    return undefined
  }
}

/** Returns the admin's passkeys in the form of WebAuthn. */
function descriptorsOf(ctx: Ctx, adminId: number) {
  return listPasskeys(ctx, adminId).map(({ credentialId: id }) => ({ type: 'public-key' as const, id }))
}
