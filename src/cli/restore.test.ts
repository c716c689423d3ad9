import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { keptFilesIn, makeBackedUpPractice, makePractice, nameIn } from '../testing/backup-practice.ts'
import { failure, ordi, ordiWithSmallFiles } from '../testing/command-line.ts'
import { startOrdi } from '../testing/running-server.ts'

/** Asserts that the practice has its data from before, and no restore has kept a copy of it. */
function expectUnchanged({
  DATA_DIR,
  databaseFile,
  databaseBytes,
}: Awaited<ReturnType<typeof makeBackedUpPractice>>): void {
  expect(readFileSync(databaseFile).equals(databaseBytes)).toBe(true)
  expect(keptFilesIn(DATA_DIR)).toEqual([])
}

/** Makes the backup of a practice whose database has this many more bytes than usual. @returns its path */
async function makeBackupOf({ fillerBytes }: { fillerBytes: number }): Promise<string> {
  const { DATA_DIR, databaseFile, backupFile } = makePractice()
  const db = new Database(databaseFile)
  db.exec(`create table filler (x); insert into filler values (zeroblob(${fillerBytes}))`)
  db.close()
  await ordi(['backup', backupFile], { DATA_DIR })
  return backupFile
}

describe('ordi restore', () => {
  it('changes nothing without --yes', async () => {
    const practice = await makeBackedUpPractice()
    const { DATA_DIR, backupFile } = practice
    expect(await ordi(['restore', backupFile], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^Nothing was changed\. The backup is sound; say --yes [^\n]*\n$/)),
    )
    expectUnchanged(practice)
  })

  it('prints its usage without a file, and changes nothing', async () => {
    const practice = await makeBackedUpPractice()
    expect((await ordi(['restore', '--yes'], { DATA_DIR: practice.DATA_DIR })).err).toBe(
      'usage: ordi restore FILE --yes [--identity FILE]\n',
    )
    expectUnchanged(practice)
  })

  it.each<{ why: string; damage: (backupFile: string) => void }>([
    {
      why: 'one byte is missing',
      damage: (backupFile) => truncateSync(backupFile, statSync(backupFile).size - 1),
    },
    {
      why: 'one bit of a name has flipped',
      damage: (backupFile) => {
        const bytes = readFileSync(backupFile)
        const place = bytes.indexOf('Beispielstraße')
        bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
        writeFileSync(backupFile, bytes)
      },
    },
    { why: 'it is missing', damage: (backupFile) => rmSync(backupFile) },
  ])('changes nothing when the backup is invalid: $why', async ({ damage }) => {
    const { DATA_DIR, databaseFile, backupFile, databaseBytes } = await makeBackedUpPractice()
    damage(backupFile)
    expect(await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^(This file|There is no such file)[^\n]*\n$/)),
    )
    expect(readFileSync(databaseFile).equals(databaseBytes)).toBe(true)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('is refused while a server uses the data', async () => {
    const { DATA_DIR, backupFile } = await makeBackedUpPractice()
    const server = await startOrdi({ DATA_DIR })
    expect(await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: a server is running on this data. Stop it first.\n'),
    )
    const status = (await (await fetch(`${server.url}/api/status`)).json()) as { practice: { name: string } }
    expect(status.practice.name).toBe('since')
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(keptFilesIn(DATA_DIR)).toEqual([])
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))).toEqual([])

    expect((await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).status).toBe(0)
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('changes nothing if a newer version made the backup', async () => {
    const practice = await makeBackedUpPractice()
    const { DATA_DIR, databaseFile, backupFile } = practice
    copyFileSync(databaseFile, backupFile)
    const newer = new Database(backupFile)
    // No migration that this version knows is as late as the year 287,000.
    newer.exec('update __drizzle_migrations set created_at = 9e15')
    newer.close()
    expect(await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: a newer version of Ordi wrote this backup. Restore it with that version.\n',
      ),
    )
    expectUnchanged(practice)
  })

  it('changes nothing if the present database cannot be opened', async () => {
    const { DATA_DIR, databaseFile, backupFile } = await makeBackedUpPractice()
    rmSync(databaseFile)
    mkdirSync(databaseFile)
    const restored = await ordi(['restore', backupFile, '--yes'], { DATA_DIR })
    const sentence = /^Nothing was changed: .*ordi\.db cannot be opened\. .* chown -R [^\n]*\n$/
    expect(restored).toMatchObject({ status: 1, err: expect.stringMatching(sentence) })
  })

  it.runIf(process.platform === 'linux')('leaves nothing behind when the disk is full', async () => {
    const { DATA_DIR, databaseFile } = makePractice()
    const { size } = statSync(databaseFile)
    const largeBackup = await makeBackupOf({ fillerBytes: 4 * size })
    const filesAtFirst = readdirSync(DATA_DIR).toSorted()
    expect(nameIn(DATA_DIR)).toBe('before')

    const roomOnDisk = 2 * size
    const restored = await ordiWithSmallFiles(roomOnDisk, ['restore', largeBackup, '--yes'], { DATA_DIR })
    expect(restored).toEqual(
      failure(
        `Nothing was changed: the disk has no room for the backup and a copy of the present data. Make room: df -h ${DATA_DIR}\n`,
      ),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(filesAtFirst)
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('replaces an unreadable database, and keeps its file', async () => {
    const { DATA_DIR, databaseFile, backupFile } = await makeBackedUpPractice()
    writeFileSync(databaseFile, 'nothing but noise '.repeat(1000))
    expect(await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).toMatchObject({ status: 0, err: '' })

    const [previous = ''] = keptFilesIn(DATA_DIR)
    expect(readFileSync(join(DATA_DIR, previous), 'utf8')).toContain('nothing but noise')
    expect(nameIn(DATA_DIR)).toBe('before')
  })
})
