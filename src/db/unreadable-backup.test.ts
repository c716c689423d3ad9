import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseErrorOf } from '../testing/backup-database.ts'
import { makeBackupWithKey, readBackup, temporaryFilesIn } from '../testing/encrypted-backup.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { generateKey } from './age-file.ts'

type KeyPair = Awaited<ReturnType<typeof generateKey>>

/** Writes a key file. @returns its path */
function writeKeyFile(text: string): string {
  const path = join(tempDir(), 'key.txt')
  writeFileSync(path, text)
  return path
}

/**
 * The header of an encrypted backup begins with the name of the format. The first recipient follows, in which
 * this offset is.
 */
const WITHIN_FIRST_RECIPIENT = 30
/** An offset within the rest of the header. */
const WITHIN_HEADER = 300
/** age encrypts chunks of 64 KiB, each followed by a 16-byte tag that reveals changes. */
const CHUNK_LENGTH = 64 * 1024 + 16

/** Returns the offset of the header's last line, which has the MAC of the header. */
const endOfHeader = (encrypted: Buffer) => encrypted.indexOf('\n--- ')

describe('an encrypted backup', () => {
  it('is not read without a key', async () => {
    const { dir, file } = await makeBackupWithKey()
    expect(await databaseErrorOf(readBackup(file, { folder: dir }))).toMatch(
      /^This backup is encrypted\. Name the file with its secret key: --identity FILE/,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    {
      key: 'another key',
      writeKey: async () => writeKeyFile((await generateKey()).identity),
      sentence: (path: string) => `This backup was encrypted for another key than the one in ${path}.`,
    },
    {
      key: 'the public key only',
      writeKey: ({ recipient }: KeyPair) => writeKeyFile(recipient),
      sentence: (path: string) =>
        `There is no secret key in ${path}: it is the line that begins with AGE-SECRET-KEY-1.`,
    },
    {
      key: 'a key that a passphrase protects',
      writeKey: () => writeKeyFile('age-encryption.org/v1\n-> scrypt …'),
      sentence: (path: string) =>
        `The key is itself protected by a passphrase. Open it first: age --decrypt ${path}`,
    },
    {
      key: 'a file that does not exist',
      writeKey: () => join(tempDir(), 'nowhere'),
      sentence: (path: string) => `There is no such file: ${path}`,
    },
  ])('is not read with $key, and a sentence says so', async ({ writeKey, sentence }) => {
    const { dir, file, identity, recipient } = await makeBackupWithKey()
    const path = await writeKey({ identity, recipient })
    expect(await databaseErrorOf(readBackup(file, { folder: dir, identityFile: path }))).toBe(sentence(path))
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    // The last character is part of the checksum.
    { mistake: 'a wrong last character', lastOf: (last: string) => (last === 'Q' ? 'P' : 'Q') },
    { mistake: 'a character that no key has', lastOf: () => 'B' },
    { mistake: 'a missing last character', lastOf: () => '' },
  ])('is not read with a mistyped key, and a sentence names its line: $mistake', async ({ lastOf }) => {
    const { dir, file, identity } = await makeBackupWithKey()
    const mistyped = writeKeyFile(`# the key\n${identity.slice(0, -1)}${lastOf(identity.slice(-1))}`)
    expect(await databaseErrorOf(readBackup(file, { folder: dir, identityFile: mistyped }))).toBe(
      `Line 2 of ${mistyped} is not the secret key as it was written: a character is wrong or missing.`,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    { missing: 'the last byte', lengthOf: (bytes: number) => bytes - 1 },
    { missing: 'the last chunk', lengthOf: (bytes: number) => bytes - CHUNK_LENGTH },
    { missing: 'all but a part of the header', lengthOf: () => WITHIN_HEADER },
    { missing: 'all but the beginning of the header', lengthOf: () => WITHIN_FIRST_RECIPIENT },
  ])('is rejected when bytes are missing: $missing', async ({ lengthOf }) => {
    const { dir, file, identityFile } = await makeBackupWithKey()
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, lengthOf(whole.length)))
    expect(await databaseErrorOf(readBackup(file, { folder: dir, identityFile }))).toMatch(
      /^This file is damaged/,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    { part: 'the first recipient', offsetIn: () => WITHIN_FIRST_RECIPIENT },
    // The lines just before the end of the header are for the trial key, which was thrown away, so nobody
    // would notice a change there.
    { part: 'the MAC of the header', offsetIn: (whole: Buffer) => endOfHeader(whole) + 20 },
    // The line of the MAC has 48 characters, and the nonce follows it.
    { part: 'the nonce', offsetIn: (whole: Buffer) => endOfHeader(whole) + 60 },
    { part: 'the second chunk', offsetIn: () => CHUNK_LENGTH + 5_000 },
    { part: 'the last byte', offsetIn: (whole: Buffer) => whole.length - 1 },
  ])('is rejected when a bit has changed: $part', async ({ offsetIn }) => {
    const { dir, file, identityFile } = await makeBackupWithKey()
    const bytes = readFileSync(file)
    const offset = offsetIn(bytes)
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
    writeFileSync(file, bytes)
    expect(await databaseErrorOf(readBackup(file, { folder: dir, identityFile }))).toMatch(
      /^This (file is damaged|backup was encrypted for another key)/,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })
})
