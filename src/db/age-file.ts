import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { DatabaseError } from './database-error.ts'
import { fileFaultIn } from './file-fault.ts'
import { readPart } from './files.ts'
import { sha256OfStream } from './sha256.ts'

/**
 * This module encrypts files to a public key in the age format (github.com/C2SP/C2SP/blob/main/age.md),
 * streaming them.
 */

/**
 * The library is loaded for the first encrypted backup, because it needs memory and most portals never use
 * it.
 */
const loadAge = () => import('age-encryption')

/** The beginning of an encrypted file. */
const BINARY_HEAD = 'age-encryption.org/v1\n'
/** The beginning of an encrypted file in text form. */
const TEXT_HEAD = '-----BEGIN AGE ENCRYPTED FILE-----'
/** The beginning of a secret key. */
const IDENTITY_HEAD = 'AGE-SECRET-KEY-1'
/** Bytes above which a file is no identity file. */
const LONGEST_IDENTITY_FILE = 100_000

/** Bytes that are read at once: four times Node's default, for fewer calls to the library. */
const READ_BYTES = 256 * 1024

/**
 * Returns whether a file is encrypted.
 * @throws DatabaseError for an encrypted file in text form, which Ordi cannot read
 */
export function isAgeFile(file: string): boolean {
  const head = readPart(file, 0, TEXT_HEAD.length)
  if (head === TEXT_HEAD)
    throw new DatabaseError(
      'This file is encrypted and written as text (age --armor). Decrypt it first: age --decrypt --identity KEY FILE',
    )
  return head.startsWith(BINARY_HEAD)
}

/**
 * Encrypts a file to a public key, and verifies the result: it is also encrypted to a temporary key, with
 * which it is decrypted again and compared.
 * @throws DatabaseError
 */
export async function encryptFile({
  source,
  target,
  recipient,
}: Readonly<{ source: string; target: string; recipient: string }>): Promise<void> {
  const { Encrypter, generateX25519Identity, identityToRecipient } = await loadAge()
  const temporaryKey = await generateX25519Identity()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new DatabaseError(`No backup was made: this is no public key to encrypt it with: ${recipient}`)
  }
  encrypter.addRecipient(await identityToRecipient(temporaryKey))
  await pipeline(
    Readable.fromWeb((await encrypter.encrypt(streamOf(source))) as WebStream),
    createWriteStream(target, { mode: 0o600 }),
  )
  await assertSameContent({ source, encrypted: target, identity: temporaryKey })
}

/** Decrypts a file again, and compares it with its source. @throws DatabaseError when they differ */
async function assertSameContent({
  source,
  encrypted,
  identity,
}: Readonly<{ source: string; encrypted: string; identity: string }>): Promise<void> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const [original, decrypted] = await Promise.all([
    sha256OfStream(createReadStream(source)),
    sha256OfStream(Readable.fromWeb((await decrypter.decrypt(streamOf(encrypted))) as WebStream)),
  ])
  if (original !== decrypted) throw new DatabaseError('No backup was made: it could not be read again.')
}

/**
 * Decrypts a file with the keys in an identity file, as written by `ordi backup-key` and `age-keygen`.
 * @throws DatabaseError when no key fits, or the file is damaged
 */
export async function decryptFile({
  source,
  target,
  identityFile,
}: Readonly<{ source: string; target: string; identityFile: string }>): Promise<void> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const { identity, line } of readIdentities(identityFile)) {
    try {
      decrypter.addIdentity(identity)
    } catch {
      // The library's error must not be passed on, because it quotes the secret key.
      throw new DatabaseError(
        `Line ${line} of ${identityFile} is not the secret key as it was written: a character is wrong or missing.`,
      )
    }
  }
  try {
    const plain = (await decrypter.decrypt(streamOf(source))) as WebStream
    await pipeline(Readable.fromWeb(plain), createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Only errors of the file system have a code, not those of the library.
    if (code !== undefined)
      throw new DatabaseError(
        `The backup cannot be decrypted: ${fileFaultIn(error, dirname(target)) ?? message}`,
      )
    throw new DatabaseError(
      message.startsWith('no identity matched')
        ? `This backup was encrypted for another key than the one in ${identityFile}.`
        : 'This file is damaged: it is not as it was written.',
    )
  }
}

/** Generates a secret key (`identity`) and its public key (`recipient`). */
export async function generateKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/**
 * Reads the secret keys in a file, one per line; comments begin with `#`.
 * @throws DatabaseError when the file has no line that looks like a secret key
 */
function readIdentities(file: string): Array<{ identity: string; line: number }> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new DatabaseError(`There is no such file: ${file}`)
  // A longer file is not read, because it has no secret key.
  const text = statSync(file).size > LONGEST_IDENTITY_FILE ? '' : readFileSync(file, 'utf8')
  if (text.startsWith(TEXT_HEAD) || text.startsWith(BINARY_HEAD))
    throw new DatabaseError(
      `The key is itself protected by a passphrase. Open it first: age --decrypt ${file}`,
    )
  const identities = text
    .split('\n')
    .map((written, index) => ({ identity: written.trim(), line: index + 1 }))
    .filter(({ identity }) => identity.startsWith(IDENTITY_HEAD))
  if (identities.length === 0)
    throw new DatabaseError(
      `There is no secret key in ${file}: it is the line that begins with ${IDENTITY_HEAD}.`,
    )
  return identities
}

/** Reads a file as a stream of the type that the library needs. */
function streamOf(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file, { highWaterMark: READ_BYTES })) as ReadableStream<Uint8Array>
}
