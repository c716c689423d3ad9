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

describe('an encrypted backup', () => {
  const filesBeside = (source: string) =>
    readdirSync(dirname(source)).filter((name) => !name.startsWith('ordi.db'))
  const openBackup = (file: string, folder: string, identityFile?: string) =>
    withCheckedBackup(file, { folder, identityFile }, (plain, { rows, ...found }) => {
      expect(statSync(plain).mode & 0o077).toBe(0)
      return { ...found, services: rows.services, plain: readFileSync(plain) }
    })

  it('is made when the settings have a public key, and can be opened with the secret key', async () => {
    const { dir, source, target, identityFile } = await openDatabaseWithKey()
    const made = await backupDatabase(source, target)
    expect(made).toMatchObject({
      file: `${target}.age`,
      encrypted: true,
      rows: { services: FILLED_SERVICES },
    })
    expect(readFileSync(made.file).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    expect(readFileSync(made.file).includes('Leistung 7')).toBe(false)
    const { plain, ...opened } = await openBackup(made.file, dir, identityFile)
    expect(opened).toEqual({ bytes: made.bytes, sha256: made.sha256, services: FILLED_SERVICES })
    expect(plain.includes('Leistung 7')).toBe(true)
    expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.file)).digest('hex'))
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('can be opened with any of several keys', async () => {
    const { dir, source, target, identityFile } = await openDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const other = (await generateKey()).identity
    writeFileSync(identityFile, `${other}\n${readFileSync(identityFile, 'utf8')}`)
    expect((await openBackup(file, dir, identityFile)).services).toBe(FILLED_SERVICES)
  })

  it('is not read without its secret key, and one sentence says which key is missing or wrong', async () => {
    const { dir, source, target, identity, recipient } = await openDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const keyFile = (text: string) => {
      const path = join(tempDir(), 'key.txt')
      writeFileSync(path, text)
      return path
    }
    const other = keyFile((await generateKey()).identity)
    const publicOnly = keyFile(recipient)
    const locked = keyFile('age-encryption.org/v1\n-> scrypt …')
    for (const [identityFile, sentence] of [
      [undefined, /^This backup is encrypted\. Name the file with its secret key: --identity FILE/],
      [other, `This backup was encrypted for another key than the one in ${other}.`],
      [
        publicOnly,
        `There is no secret key in ${publicOnly}: it is the line that begins with AGE-SECRET-KEY-1.`,
      ],
      // The last character is part of the checksum, and no key contains a B.
      ...[identity.endsWith('Q') ? 'P' : 'Q', 'B', ''].map((last) => {
        const mistyped = keyFile(`# the key\n${identity.slice(0, -1)}${last}`)
        return [
          mistyped,
          `Line 2 of ${mistyped} is not the secret key as it was written: a character is wrong or missing.`,
        ] as const
      }),
      [locked, /^The key is itself protected by a passphrase/],
      [join(dir, 'nowhere'), `There is no such file: ${join(dir, 'nowhere')}`],
    ] as const)
      expect(await databaseErrorOf(openBackup(file, dir, identityFile))).toMatch(sentence)
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
  })

  it('is rejected when bytes are missing', async () => {
    const { dir, source, target, identityFile } = await openDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const whole = readFileSync(file)
    // age encrypts chunks of 64 KiB, each followed by a 16-byte tag that reveals changes.
    const chunk = 64 * 1024 + 16
    const withinHeader = [30, 300]
    for (const length of [whole.length - 1, whole.length - chunk, ...withinHeader]) {
      writeFileSync(file, whole.subarray(0, length))
      expect(await databaseErrorOf(openBackup(file, dir, identityFile))).toMatch(/^This file is damaged/)
    }
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
  })

  it('is rejected when a bit has changed', async () => {
    const { dir, source, target, identityFile } = await openDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const whole = readFileSync(file)
    // The lines just before the end of the header are for the trial key, which was thrown away, so nobody
    // would notice a change there.
    const endOfHeader = whole.indexOf('\n--- ')
    const [firstRecipient, macOfHeader, nonce, secondChunk] = [30, endOfHeader + 20, endOfHeader + 60, 70_000]
    for (const at of [firstRecipient, macOfHeader, nonce, secondChunk, whole.length - 1]) {
      const copy = Buffer.from(whole)
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
      writeFileSync(file, copy)
      expect([at, await databaseErrorOf(openBackup(file, dir, identityFile))]).toEqual([
        at,
        expect.stringMatching(/^This (file is damaged|backup was encrypted for another key)/),
      ])
    }
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
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

  /** The tool that somebody without Ordi would use. */
  const hasAge = spawnSync('age', ['--version']).status === 0
  it.runIf(hasAge)(
    `can be exchanged with the age program in both directions${hasAge ? '' : ' (age is not installed)'}`,
    async () => {
      const { dir, source, target, identityFile, recipient } = await openDatabaseWithKey()
      const { file } = await backupDatabase(source, target)
      const plain = join(dir, 'by-age.db')
      execFileSync('age', ['--decrypt', '--identity', identityFile, '--output', plain, file])
      expect((await checkDatabaseFile(plain)).rows.services).toBe(FILLED_SERVICES)
      const byAge = join(dir, 'by-age.db.age')
      execFileSync('age', ['--recipient', recipient, '--output', byAge, plain])
      expect((await openBackup(byAge, dir, identityFile)).plain.equals(readFileSync(plain))).toBe(true)
      execFileSync('age', ['--armor', '--recipient', recipient, '--output', `${byAge}.txt`, plain])
      expect(await databaseErrorOf(openBackup(`${byAge}.txt`, dir, identityFile))).toMatch(
        /^This file is encrypted and written as text/,
      )
    },
  )
})
