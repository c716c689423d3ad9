import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tryAddAdmin } from '../access/admins.ts'
import { openSession } from '../access/sessions.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { openDatabase } from '../db/open.ts'
import { makePractice, nameIn, previousIn, renamePractice } from '../testing/backup-practice.ts'
import { failure, MAIN, ordi } from '../testing/command-line.ts'
import { rowsIn, withPortal } from '../testing/data-directory.ts'
import { startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('ordi restore', () => {
  /** Makes a practice whose name has changed since its backup. */
  async function makeBackedUpPractice() {
    const practice = makePractice()
    await backupDatabase(practice.live, practice.file)
    renamePractice(practice.DATA_DIR, 'since')
    return { ...practice, before: readFileSync(practice.live) }
  }

  it('changes nothing without --yes', async () => {
    const { DATA_DIR, live, file, before } = await makeBackedUpPractice()
    expect(await ordi(['restore', file], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^Nothing was changed\. The backup is sound; say --yes [^\n]*\n$/)),
    )
    expect((await ordi(['restore', '--yes'], { DATA_DIR })).err).toBe(
      'usage: ordi restore FILE --yes [--identity FILE]\n',
    )
    expect(readFileSync(live).equals(before)).toBe(true)
    expect(previousIn(DATA_DIR)).toEqual([])
  })

  it.each<[string, (file: string) => void]>([
    ['one byte is missing', (file) => truncateSync(file, statSync(file).size - 1)],
    [
      'one bit of a name has flipped',
      (file) => {
        const bytes = readFileSync(file)
        const at = bytes.indexOf('Beispielstraße')
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
        writeFileSync(file, bytes)
      },
    ],
    ['it is missing', (file) => rmSync(file)],
  ])('changes nothing when the backup is invalid: %s', async (_, damage) => {
    const { DATA_DIR, live, file, before } = await makeBackedUpPractice()
    damage(file)
    const { status, out, err } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([status, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/^(This file|There is no such file)[^\n]*\n$/),
    ])
    expect(readFileSync(live).equals(before)).toBe(true)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
  })

  it('is refused while a server uses the data', async () => {
    const { DATA_DIR, file } = await makeBackedUpPractice()
    const server = await startOrdi({ DATA_DIR })
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: a server is running on this data. Stop it first.\n'),
    )
    const status = (await (await fetch(`${server.url}/api/status`)).json()) as { practice: { name: string } }
    expect(status.practice.name).toBe('since')
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(previousIn(DATA_DIR)).toEqual([])
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))).toEqual([])

    expect((await ordi(['restore', file, '--yes'], { DATA_DIR })).status).toBe(0)
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('changes nothing if a newer version made the backup', async () => {
    const { DATA_DIR, live, file, before } = await makeBackedUpPractice()
    copyFileSync(live, file)
    const newer = new Database(file)
    newer.exec('update __drizzle_migrations set created_at = 9e15')
    newer.close()
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: a newer version of Ordi wrote this backup. Restore it with that version.\n',
      ),
    )
    expect(readFileSync(live).equals(before)).toBe(true)
    expect(previousIn(DATA_DIR)).toEqual([])
  })

  it('changes nothing if the present database cannot be opened', async () => {
    const { DATA_DIR, live, file } = await makeBackedUpPractice()
    rmSync(live)
    mkdirSync(live)
    const { status, err } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was changed: .*ordi\.db cannot be opened\. .* chown -R [^\n]*\n$/),
    ])
  })

  it('replaces an unreadable database, and keeps its file', async () => {
    const { DATA_DIR, live, file } = await makeBackedUpPractice()
    writeFileSync(live, 'nothing but noise '.repeat(1000))
    const { status, err } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([status, err]).toEqual([0, ''])
    const [noise = ''] = previousIn(DATA_DIR)
    expect(readFileSync(join(DATA_DIR, noise), 'utf8')).toContain('nothing but noise')
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('ends all sessions, because some may have been ended since the backup', async () => {
    const { DATA_DIR, file } = makePractice()
    const readSessions = () => rowsIn(DATA_DIR, 'select device from sessions')
    withPortal({ DATA_DIR }, (ctx) => {
      const admin = tryAddAdmin(ctx, { email: 'doktor@ordination.example', name: '', passwordHash: '' })
      openSession(ctx, admin?.id ?? 0, 'Telefon')
    })
    await ordi(['backup', file], { DATA_DIR })
    expect(readSessions()).toEqual([{ device: 'Telefon' }])
    const { out } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect(out).toContain('All sessions are ended.')
    expect(readSessions()).toEqual([])
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))).toEqual([])
  })

  it('does not apply the WAL of the older database', async () => {
    const { DATA_DIR, live, file } = await makeBackedUpPractice()
    // A killed server has left a WAL, and the database file was deleted by hand.
    const { $client } = openDatabase(live)
    $client.exec(`update services set name = 'from the log'`)
    const log = readFileSync(`${live}-wal`)
    $client.close()
    rmSync(live)
    writeFileSync(`${live}-wal`, log)

    expect((await ordi(['restore', file, '--yes'], { DATA_DIR })).status).toBe(0)
    const db = new Database(live)
    expect(db.prepare(`select count(*) from services where name = 'from the log'`).pluck().get()).toBe(0)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('leaves no incomplete copy of the old data when killed, and deletes leftovers when run again', async () => {
    const { DATA_DIR, live, file } = makePractice()
    await ordi(['backup', file], { DATA_DIR })
    const db = new Database(live)
    // Copying this takes long enough to be interrupted.
    db.exec(`create table filler (x); insert into filler values (zeroblob(${200 * 1024 * 1024}))`)
    db.close()
    const { size } = statSync(live)
    /** Lists the files of a restore in progress: all but the data itself. */
    const copies = () =>
      readdirSync(DATA_DIR).filter(
        (name) => !/^(ordi\.db|secret\.key)/.test(name) || name.includes('incoming'),
      )

    const killed = spawn(process.execPath, [MAIN, 'restore', file, '--yes'], { env: { DATA_DIR } })
    const ended = once(killed, 'exit')
    while (copies().length === 0 && killed.exitCode === null) await setTimeout(1)
    killed.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(copies()).toHaveLength(1)
    for (const name of previousIn(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).size).toBe(size)

    expect((await ordi(['restore', file, '--yes'], { DATA_DIR })).status).toBe(0)
    expect(copies()).toEqual(previousIn(DATA_DIR))
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('keeps the commits in the WAL of a killed server', async () => {
    const { live, file } = await makeBackedUpPractice()
    const { $client } = openDatabase(live)
    $client.exec(`update services set name = 'from the log'`)
    const killed = tempDir()
    for (const name of ['ordi.db', 'ordi.db-wal']) copyFileSync(join(dirname(live), name), join(killed, name))
    $client.close()

    expect((await ordi(['restore', file, '--yes'], { DATA_DIR: killed })).status).toBe(0)
    const [since = '', ...rest] = previousIn(killed)
    expect(rest).toEqual([])
    const db = new Database(join(killed, since), { readonly: true })
    expect(db.prepare(`select count(*) from services where name = 'from the log'`).pluck().get()).toBe(5)
    db.close()
  })
})
