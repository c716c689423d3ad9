import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { creationOptions, requestOptions } from '../access/webauthn.ts'

/** The portal of `openTestApp` as a browser knows it. */
export const RELYING_PARTY = { origin: 'http://localhost:8080', id: 'localhost', name: 'Ordination' }

// The flags of authenticator data (WebAuthn 6.1).
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_CREDENTIAL = 0x40

/** Makes a response wrong, with a false value or with a missing or altered proof. */
export type Lie = Partial<{
  origin: string
  rpId: string
  challenge: string
  /** Whether the authenticator says that it has not verified the user. */
  unverified: boolean
  /** The number of signatures so far. */
  counter: number
  /** Whether the signature is wrong. */
  altered: boolean
}>

/** Opens an authenticator with one passkey, together with the browser that uses it (WebAuthn 5.1 and 6). */
export function openAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const identity = { id, rawId: id, type: 'public-key' as const }
  let signatures = 0

  return {
    id,
    /** Makes the passkey as `navigator.credentials.create` does. */
    create: ({ rp, challenge }: ReturnType<typeof creationOptions>, lie: Lie = {}) => {
      const counter = lie.counter ?? ++signatures
      const credential = credentialData(credentialId, publicKey)
      const data = authenticatorData({ rpId: rp.id, counter, credential }, lie)
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, lie).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
      }
      return { ...identity, response }
    },
    /** Signs the challenge as `navigator.credentials.get` does. */
    get: ({ rpId, challenge }: ReturnType<typeof requestOptions>, lie: Lie = {}) => {
      const counter = lie.counter ?? ++signatures
      const client = clientData('webauthn.get', challenge, lie)
      const data = authenticatorData({ rpId, counter }, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      if (lie.altered) alterLastByte(signature)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...identity, response }
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

/** Returns what the browser says about the call, as JSON (WebAuthn 5.8.1). */
function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, lie: Lie): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? RELYING_PARTY.origin,
      crossOrigin: false,
    }),
  )
}

/** The parts of authenticator data; the credential is only in those of a new passkey. */
type AuthenticatorParts = Readonly<{ rpId: string; counter: number; credential?: Buffer }>

/** Returns what the authenticator says about the call (WebAuthn 6.1). */
function authenticatorData({ rpId, counter, credential }: AuthenticatorParts, lie: Lie): Buffer {
  const flags = USER_PRESENT | (lie.unverified ? 0 : USER_VERIFIED) | (credential ? NEW_CREDENTIAL : 0)
  const counterBytes = Buffer.alloc(4)
  counterBytes.writeUInt32BE(counter)
  return Buffer.concat([
    sha256(lie.rpId ?? rpId),
    Buffer.of(flags),
    counterBytes,
    credential ?? Buffer.alloc(0),
  ])
}

/** Returns the id and the public key of a new passkey (WebAuthn 6.5.1). */
function credentialData(id: Buffer, publicKey: KeyObject): Buffer {
  // The identifier of the authenticator's model (AAGUID); zeros stand for none.
  const noModel = Buffer.alloc(16)
  const idLength = Buffer.of(0, id.length)
  return Buffer.concat([noModel, idLength, id, publicKeyInCbor(publicKey)])
}

/** Returns the CBOR of {fmt: 'none', attStmt: {}, authData: data}. */
function attestationObject(data: Buffer): Buffer {
  const untilLength = Buffer.from('\xa3cfmtdnonegattStmt\xa0hauthData\x58', 'latin1')
  return Buffer.concat([untilLength, Buffer.of(data.length), data])
}

/** Returns the public key in COSE form, the CBOR of {kty: EC2, alg: ES256, crv: P-256, x, y}. */
function publicKeyInCbor(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** Flips a bit of the last byte. */
function alterLastByte(bytes: Buffer): void {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
