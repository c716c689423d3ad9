import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { keptFilesIn, makeBackedUpPractice, makePractice, nameIn } from '../testing/backup-practice.ts'
import { MAIN, ordi } from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi restore after a kill', () => {
  it('does not apply the WAL of the older database', async () => {
    const { DATA_DIR, databaseFile, backupFile } = await makeBackedUpPractice()
    // A killed server has left a WAL, and the database file was deleted by hand.
    const { $client } = openDatabase(databaseFile)
    $client.exec(`update services set name = 'from the WAL'`)
    const wal = readFileSync(`${databaseFile}-wal`)
    $client.close()
    rmSync(databaseFile)
    writeFileSync(`${databaseFile}-wal`, wal)

    expect((await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).status).toBe(0)
    const db = new Database(databaseFile)
    expect(db.prepare(`select count(*) from services where name = 'from the WAL'`).pluck().get()).toBe(0)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('leaves no incomplete copy of the old data when killed, and deletes leftovers when run again', async () => {
    const { DATA_DIR, databaseFile, backupFile } = makePractice()
    await ordi(['backup', backupFile], { DATA_DIR })
    const db = new Database(databaseFile)
    // Copying this takes long enough to be interrupted.
    db.exec(`create table filler (x); insert into filler values (zeroblob(${200 * 1024 * 1024}))`)
    db.close()
    const { size } = statSync(databaseFile)
    /** Lists the files that a restore makes: all but the data itself. */
    const filesOfRestore = () =>
      readdirSync(DATA_DIR).filter(
        (name) => !/^(ordi\.db|secret\.key)/.test(name) || name.includes('incoming'),
      )

    const restore = spawn(process.execPath, [MAIN, 'restore', backupFile, '--yes'], { env: { DATA_DIR } })
    const ended = once(restore, 'exit')
    while (filesOfRestore().length === 0 && restore.exitCode === null) await setTimeout(1)
    restore.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(filesOfRestore()).toHaveLength(1)
    for (const name of keptFilesIn(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).size).toBe(size)

    expect((await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).status).toBe(0)
    expect(filesOfRestore()).toEqual(keptFilesIn(DATA_DIR))
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('keeps the commits in the WAL of a killed server', async () => {
    const { databaseFile, backupFile } = await makeBackedUpPractice()
    const { $client } = openDatabase(databaseFile)
    $client.exec(`update services set name = 'from the WAL'`)
    // A copy of the open database is what a killed server leaves.
    const DATA_DIR = tempDir()
    for (const name of ['ordi.db', 'ordi.db-wal'])
      copyFileSync(join(dirname(databaseFile), name), join(DATA_DIR, name))
    $client.close()

    expect((await ordi(['restore', backupFile, '--yes'], { DATA_DIR })).status).toBe(0)
    const [previous = '', ...others] = keptFilesIn(DATA_DIR)
    expect(others).toEqual([])
    const db = new Database(join(DATA_DIR, previous), { readonly: true })
    expect(db.prepare(`select count(*) from services where name = 'from the WAL'`).pluck().get()).toBe(5)
    db.close()
  })
})
