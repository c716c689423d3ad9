import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseErrorOf, FILLED_SERVICES, openFilledDatabase } from '../testing/backup-database.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { generateKey } from './age-file.ts'
import { backupDatabase, withCheckedBackup } from './backup-file.ts'
import { checkDatabaseFile } from './database-check.ts'

type KeyPair = Awaited<ReturnType<typeof generateKey>>

/** Opens a database with a public key in its settings, and writes the secret key to a file. */
async function openDatabaseWithKey() {
  const database = openFilledDatabase()
  const { identity, recipient } = await generateKey()
  database.$client
    .prepare(`insert into settings values ('general.backup_recipient', ?, 0)`)
    .run(JSON.stringify(recipient))
  const identityFile = join(tempDir(), 'key.txt')
  writeFileSync(identityFile, `# a comment\r\n# public key: ${recipient}\r\n${identity}\r\n`)
  return { ...database, identity, recipient, identityFile }
}

/** Makes an encrypted backup of such a database. */
async function makeEncryptedBackup() {
  const database = await openDatabaseWithKey()
  return { ...database, ...(await backupDatabase(database.source, database.target)) }
}

/** Lists the files beside a database, except those of the database itself. */
const filesBeside = (source: string) =>
  readdirSync(dirname(source)).filter((name) => !name.startsWith('ordi.db'))

/** Lists the plain copies in a folder. None may be left. */
const temporaryFilesIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('temporary'))

/** age encrypts chunks of 64 KiB, each followed by a 16-byte tag that reveals changes. */
const CHUNK_LENGTH = 64 * 1024 + 16

/** Returns the offset of the header's last line, which has the MAC of the header. */
const endOfHeader = (encrypted: Buffer) => encrypted.indexOf('\n--- ')

/** Checks a backup, decrypted in the folder, and returns its plain content and how many services it has. */
const readBackup = (file: string, folder: string, identityFile?: string) =>
  withCheckedBackup(file, { folder, identityFile }, (plain, { rows }) => ({
    content: readFileSync(plain),
    services: rows.services,
  }))

/** Writes a key file. @returns its path */
function writeKeyFile(text: string): string {
  const path = join(tempDir(), 'key.txt')
  writeFileSync(path, text)
  return path
}

describe('an encrypted backup', () => {
  it('is made when the settings have a public key, and only the encrypted file is left', async () => {
    const { source, target, file, encrypted, rows, sha256 } = await makeEncryptedBackup()
    expect({ file, encrypted }).toEqual({ file: `${target}.age`, encrypted: true })
    expect(rows.services).toBe(FILLED_SERVICES)
    const content = readFileSync(file)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(content.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    expect(content.includes('Leistung 7')).toBe(false)
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('is read with the secret key, through a plain copy that only its owner can read', async () => {
    const { dir, source, file, bytes, sha256, identityFile } = await makeEncryptedBackup()
    await withCheckedBackup(file, { folder: dir, identityFile }, (plain, checked) => {
      expect(checked).toMatchObject({ bytes, sha256, rows: { services: FILLED_SERVICES } })
      expect(readFileSync(plain).includes('Leistung 7')).toBe(true)
      expect(statSync(plain).mode & 0o077).toBe(0)
    })
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('is read with any of several keys', async () => {
    const { dir, file, identityFile } = await makeEncryptedBackup()
    const { identity: otherIdentity } = await generateKey()
    writeFileSync(identityFile, `${otherIdentity}\n${readFileSync(identityFile, 'utf8')}`)
    expect((await readBackup(file, dir, identityFile)).services).toBe(FILLED_SERVICES)
  })

  it('is not read without a key', async () => {
    const { dir, file } = await makeEncryptedBackup()
    expect(await databaseErrorOf(readBackup(file, dir))).toMatch(
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
    const { dir, file, identity, recipient } = await makeEncryptedBackup()
    const path = await writeKey({ identity, recipient })
    expect(await databaseErrorOf(readBackup(file, dir, path))).toBe(sentence(path))
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    // The last character is part of the checksum.
    { mistake: 'a wrong last character', lastOf: (last: string) => (last === 'Q' ? 'P' : 'Q') },
    { mistake: 'a character that no key has', lastOf: () => 'B' },
    { mistake: 'a missing last character', lastOf: () => '' },
  ])('is not read with a mistyped key, and a sentence names its line: $mistake', async ({ lastOf }) => {
    const { dir, file, identity } = await makeEncryptedBackup()
    const mistyped = writeKeyFile(`# the key\n${identity.slice(0, -1)}${lastOf(identity.slice(-1))}`)
    expect(await databaseErrorOf(readBackup(file, dir, mistyped))).toBe(
      `Line 2 of ${mistyped} is not the secret key as it was written: a character is wrong or missing.`,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    { missing: 'the last byte', lengthOf: (bytes: number) => bytes - 1 },
    { missing: 'the last chunk', lengthOf: (bytes: number) => bytes - CHUNK_LENGTH },
    { missing: 'all but a part of the header', lengthOf: () => 300 },
    { missing: 'all but the beginning of the header', lengthOf: () => 30 },
  ])('is rejected when bytes are missing: $missing', async ({ lengthOf }) => {
    const { dir, file, identityFile } = await makeEncryptedBackup()
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, lengthOf(whole.length)))
    expect(await databaseErrorOf(readBackup(file, dir, identityFile))).toMatch(/^This file is damaged/)
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it.each([
    { place: 'the first recipient', offsetIn: () => 30 },
    // The lines just before the end of the header are for the trial key, which was thrown away, so nobody
    // would notice a change there.
    { place: 'the MAC of the header', offsetIn: (whole: Buffer) => endOfHeader(whole) + 20 },
    { place: 'the nonce', offsetIn: (whole: Buffer) => endOfHeader(whole) + 60 },
    { place: 'the second chunk', offsetIn: () => CHUNK_LENGTH + 5_000 },
    { place: 'the last byte', offsetIn: (whole: Buffer) => whole.length - 1 },
  ])('is rejected when a bit has changed: $place', async ({ offsetIn }) => {
    const { dir, file, identityFile } = await makeEncryptedBackup()
    const bytes = readFileSync(file)
    const offset = offsetIn(bytes)
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
    writeFileSync(file, bytes)
    expect(await databaseErrorOf(readBackup(file, dir, identityFile))).toMatch(
      /^This (file is damaged|backup was encrypted for another key)/,
    )
    expect(temporaryFilesIn(dir)).toEqual([])
  })

  it('fails without a trace when the public key is not valid', async () => {
    const { source, target, $client } = await openDatabaseWithKey()
    $client.exec(`update settings set value = '"age1wrong"' where name = 'general.backup_recipient'`)
    expect(await databaseErrorOf(backupDatabase(source, target))).toMatch(
      /^No backup was made: this is no public key/,
    )
    expect(filesBeside(source)).toEqual([])
  })

  it('is refused under a name ending in .age without a public key', async () => {
    const { dir, source, target } = openFilledDatabase()
    expect(await databaseErrorOf(backupDatabase(source, `${target}.age`))).toMatch(
      /^No backup was made: there is no public key/,
    )
    expect(readdirSync(dir).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  // The program `age` is what somebody without Ordi would use.
  const hasAge = spawnSync('age', ['--version']).status === 0
  const suffix = hasAge ? '' : ' (age is not installed)'
  it.runIf(hasAge)(`can be exchanged with the age program in both directions${suffix}`, async () => {
    const { dir, file, identityFile, recipient } = await makeEncryptedBackup()
    const plain = join(dir, 'by-age.db')
    execFileSync('age', ['--decrypt', '--identity', identityFile, '--output', plain, file])
    expect((await checkDatabaseFile(plain)).rows.services).toBe(FILLED_SERVICES)
    const byAge = join(dir, 'by-age.db.age')
    execFileSync('age', ['--recipient', recipient, '--output', byAge, plain])
    expect((await readBackup(byAge, dir, identityFile)).content.equals(readFileSync(plain))).toBe(true)
  })

  it.runIf(hasAge)(`is refused when the age program has written it as text${suffix}`, async () => {
    const { dir, source, identityFile, recipient } = await openDatabaseWithKey()
    const asText = join(dir, 'by-age.db.age.txt')
    execFileSync('age', ['--armor', '--recipient', recipient, '--output', asText, source])
    expect(await databaseErrorOf(readBackup(asText, dir, identityFile))).toMatch(
      /^This file is encrypted and written as text/,
    )
  })
})
