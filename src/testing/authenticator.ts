import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
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
  unverified: boolean
  counter: number
  altered: boolean
}>

/** Opens an authenticator with one passkey, together with the browser that uses it (WebAuthn 5.1 and 6). */
export function openAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const identity = { id, rawId: id, type: 'public-key' as const }
  let signatures = 0

  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? RELYING_PARTY.origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, lie: Lie, credential?: Buffer) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lie.counter ?? ++signatures)
    const flags = USER_PRESENT | (lie.unverified ? 0 : USER_VERIFIED) | (credential ? NEW_CREDENTIAL : 0)
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.of(flags), counter, credential ?? Buffer.alloc(0)])
  }

  return {
    id,
    /** Makes the passkey as `navigator.credentials.create` does. */
    create: ({ rp, challenge }: ReturnType<typeof creationOptions>, lie: Lie = {}) => {
      // The identifier of the authenticator's model (AAGUID); zeros stand for none.
      const noModel = Buffer.alloc(16)
      const idLength = Buffer.of(0, credentialId.length)
      const credential = Buffer.concat([noModel, idLength, credentialId, publicKeyInCbor()])
      const data = authenticatorData(rp.id, lie, credential)
      // These bytes are the CBOR of {fmt: 'none', attStmt: {}, authData: data}.
      const attestation = [
        Buffer.from('\xa3cfmtdnonegattStmt\xa0hauthData\x58', 'latin1'),
        Buffer.of(data.length),
        data,
      ]
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, lie).toString('base64url'),
        attestationObject: Buffer.concat(attestation).toString('base64url'),
      }
      return { ...identity, response }
    },
    /** Signs the challenge as `navigator.credentials.get` does. */
    get: ({ rpId, challenge }: ReturnType<typeof requestOptions>, lie: Lie = {}) => {
      const client = clientData('webauthn.get', challenge, lie)
      const data = authenticatorData(rpId, lie)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      if (lie.altered) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      const parts = { clientDataJSON: client, authenticatorData: data, signature }
      const response = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')])
      return { ...identity, response: Object.fromEntries(response) as Record<keyof typeof parts, string> }
    },
  }

  /** Returns the public key in COSE form, the CBOR of {kty: EC2, alg: ES256, crv: P-256, x, y}. */
  function publicKeyInCbor(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      bytes(x),
      Buffer.from('225820', 'hex'),
      bytes(y),
    ])
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

export type Authenticator = ReturnType<typeof openAuthenticator>
