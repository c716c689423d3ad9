import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseErrorOf, FILLED_SERVICES, openFilledDatabase } from '../testing/backup-database.ts'
import { makeBackupWithKey, openDatabaseWithKey, readBackup } from '../testing/encrypted-backup.ts'
import { generateKey } from './age-file.ts'
import { backupDatabase } from './backup-file.ts'
import { checkDatabaseFile } from './database-check.ts'
import { withCheckedBackup } from './opened-backup.ts'

/** Lists the files beside a database, except those of the database itself. */
const filesBeside = (source: string) =>
  readdirSync(dirname(source)).filter((name) => !name.startsWith('ordi.db'))

describe('an encrypted backup', () => {
  it('is made when the settings have a public key, and only the encrypted file is left', async () => {
    const { source, target, file, encrypted, rows, sha256 } = await makeBackupWithKey()
    expect({ file, encrypted }).toEqual({ file: `${target}.age`, encrypted: true })
    expect(rows.services).toBe(FILLED_SERVICES)
    const content = readFileSync(file)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(content.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    // The name of a service.
    expect(content.includes('Leistung 7')).toBe(false)
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('is read with the secret key, through a plain copy that only its owner can read', async () => {
    const { dir, source, file, bytes, sha256, identityFile } = await makeBackupWithKey()
    await withCheckedBackup(file, { folder: dir, identityFile }, (plain, checked) => {
      expect(checked).toMatchObject({ bytes, sha256, rows: { services: FILLED_SERVICES } })
      expect(readFileSync(plain).includes('Leistung 7')).toBe(true)
      expect(statSync(plain).mode & 0o077).toBe(0)
    })
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('is read with any of several keys in one file', async () => {
    const { dir, file, identityFile } = await makeBackupWithKey()
    const { identity: otherIdentity } = await generateKey()
    writeFileSync(identityFile, `${otherIdentity}\n${readFileSync(identityFile, 'utf8')}`)
    expect((await readBackup(file, { folder: dir, identityFile })).services).toBe(FILLED_SERVICES)
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
    const { dir, file, identityFile, recipient } = await makeBackupWithKey()
    const decrypted = join(dir, 'by-age.db')
    execFileSync('age', ['--decrypt', '--identity', identityFile, '--output', decrypted, file])
    expect((await checkDatabaseFile(decrypted)).rows.services).toBe(FILLED_SERVICES)
    const encrypted = join(dir, 'by-age.db.age')
    execFileSync('age', ['--recipient', recipient, '--output', encrypted, decrypted])
    const { content } = await readBackup(encrypted, { folder: dir, identityFile })
    expect(content.equals(readFileSync(decrypted))).toBe(true)
  })

  it.runIf(hasAge)(`is refused when the age program has written it as text${suffix}`, async () => {
    const { dir, source, identityFile, recipient } = await openDatabaseWithKey()
    const asText = join(dir, 'by-age.db.age.txt')
    execFileSync('age', ['--armor', '--recipient', recipient, '--output', asText, source])
    expect(await databaseErrorOf(readBackup(asText, { folder: dir, identityFile }))).toMatch(
      /^This file is encrypted and written as text/,
    )
  })
})
