import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backupDatabase } from '../db/backup-file.ts'
import { keptFilesIn, makePractice, nameIn, renamePractice } from '../testing/backup-practice.ts'
import { failure, ordi, ordiProcess, ordiWithSmallFiles, success } from '../testing/command-line.ts'
import { runAsOther } from '../testing/run-as-other.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi backup, verify and restore', () => {
  it('print the size, the checksum and the rows of a backup', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    const backup = await ordi(['backup', backupFile], { DATA_DIR })
    // A new practice has five services, and nothing else that is counted.
    const sha256 = createHash('sha256').update(readFileSync(backupFile)).digest('hex')
    const printed = `${backupFile}\n${statSync(backupFile).size} bytes, sha256 ${sha256}\nbookings 0, messages 0, services 5: checked, sound\n`
    expect(backup).toEqual(success(expect.stringContaining(printed)))
    expect(backup.out).toContain(`Not in it: ${DATA_DIR}/secret.key.`)
    expect(await ordi(['verify', backupFile], { DATA_DIR })).toEqual(success(printed))
  })

  it('restore earlier data, and keep the replaced data in a file', async () => {
    const { DATA_DIR, databaseFile, backupFile } = makePractice()
    await ordi(['backup', backupFile], { DATA_DIR })
    renamePractice(DATA_DIR, 'since')
    const restored = await ordi(['restore', backupFile, '--yes'], { DATA_DIR })
    expect(restored).toMatchObject({ status: 0, err: '' })
    expect(restored.out).toContain(`It is in place as ${databaseFile}\n`)
    const [keptFile = ''] = keptFilesIn(DATA_DIR)
    expect(restored.out).toContain(`The data from before is kept as ${join(DATA_DIR, keptFile)}\n`)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', keptFile, 'secret.key'])
    expect(nameIn(DATA_DIR)).toBe('before')

    expect((await ordi(['restore', join(DATA_DIR, keptFile), '--yes'], { DATA_DIR })).status).toBe(0)
    expect(nameIn(DATA_DIR)).toBe('since')
  })

  it('restore into an empty directory, which then also needs the secret', async () => {
    const { DATA_DIR, databaseFile, backupFile } = makePractice()
    await backupDatabase(databaseFile, backupFile)
    const freshFolder = join(tempDir(), 'data')
    const { status, out } = await ordi(['restore', backupFile, '--yes'], { DATA_DIR: freshFolder })
    expect(status).toBe(0)
    expect(out).not.toContain('kept')
    expect(out).toContain(`Not in a backup: ${freshFolder}/secret.key. Put it back before you start Ordi.\n`)

    expect((await ordiProcess(['serve'], { DATA_DIR: freshFolder })).err).toMatch(
      /^This database was encrypted with a secret that is missing/,
    )
    writeFileSync(join(freshFolder, 'secret.key'), readFileSync(join(DATA_DIR, 'secret.key')))
    expect(nameIn(freshFolder)).toBe('before')
  })

  it('make no data folder before there is a backup to put into it', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    const freshFolder = join(tempDir(), 'data')
    expect(await ordi(['restore', backupFile, '--yes'], { DATA_DIR: freshFolder })).toEqual(
      failure(`There is no such file: ${backupFile}\n`),
    )
    await ordi(['backup', backupFile], { DATA_DIR })
    expect((await ordi(['restore', backupFile], { DATA_DIR: freshFolder })).err).toMatch(
      /^Nothing was changed\. The backup is/,
    )
    expect(existsSync(freshFolder)).toBe(false)
  })

  it('name a backup after its time', async () => {
    const { DATA_DIR } = makePractice()
    const { status, out } = await ordi(['backup'], { DATA_DIR })
    const [name = ''] = readdirSync(join(DATA_DIR, 'backups'))
    expect(status).toBe(0)
    expect(name).toMatch(/^ordi-\d{4}-\d\d-\d\dT\d{6}Z\.db$/)
    expect(out).toContain(join(DATA_DIR, 'backups', name))
  })

  it('leave no file that other users can read', async () => {
    const { DATA_DIR, backupFile } = makePractice()
    await ordi(['backup'], { DATA_DIR })
    await ordi(['backup', backupFile], { DATA_DIR })
    chmodSync(backupFile, 0o644)
    chmodSync(join(DATA_DIR, 'ordi.db'), 0o644)
    await ordi(['restore', backupFile, '--yes'], { DATA_DIR })

    const names = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })
    // The secret, the database, the replaced database, and the folder of backups with one backup.
    expect(names).toHaveLength(5)
    const readableByOthers = names.filter((name) => (statSync(join(DATA_DIR, name)).mode & 0o077) !== 0)
    expect(readableByOthers).toEqual([])
  })
})

describe('ordi backup that cannot be made', () => {
  it('says that the disk is full, and leaves no part of a backup', async () => {
    const { DATA_DIR, databaseFile, backupFile } = makePractice()
    const tooFewBytes = statSync(databaseFile).size / 2
    const folders = `${dirname(backupFile)} ${DATA_DIR}`
    expect(await ordiWithSmallFiles(tooFewBytes, ['backup', backupFile], { DATA_DIR })).toEqual(
      failure(`No backup was made: disk I/O error. Look whether the disk is full: df -h ${folders}\n`),
    )
    expect(readdirSync(dirname(backupFile))).toEqual([])
  })

  it('names the user who may not write the folder', async () => {
    const { DATA_DIR, databaseFile, backupFile } = makePractice()
    chmodSync(DATA_DIR, 0o777)
    chmodSync(databaseFile, 0o666)
    chmodSync(dirname(backupFile), 0o500)
    // Root runs the command as the user nobody.
    const user = process.getuid?.() === 0 ? '65534' : process.getuid?.()
    const { err } = await runAsOther(DATA_DIR, `backup ${backupFile}`)
    expect(err).toMatch(`No backup was made: the user ${user}:`)
    expect(readdirSync(dirname(backupFile))).toEqual([])
  })

  it('refuses a file instead of a folder', async () => {
    const { DATA_DIR, databaseFile } = makePractice()
    expect(await ordi(['backup', join(databaseFile, 'backup.db')], { DATA_DIR })).toEqual(
      failure(`No backup was made: there is no folder ${databaseFile}.\n`),
    )
  })

  it('makes no folder when there is no database', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['backup'], { DATA_DIR })).toEqual(
      failure(`There is no database: ${DATA_DIR}/ordi.db\n`),
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})

describe('ordi verify', () => {
  it('prints its usage without a file', async () => {
    const { DATA_DIR } = makePractice()
    expect((await ordi(['verify'], { DATA_DIR })).err).toBe('usage: ordi verify FILE [--identity FILE]\n')
  })

  it('fails in one sentence for a damaged file', async () => {
    const { DATA_DIR, databaseFile } = makePractice()
    // The last page of the database is missing.
    truncateSync(databaseFile, statSync(databaseFile).size - 4096)
    expect(await ordi(['verify', databaseFile], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^This file [^\n]*\n/)),
    )
  })
})
