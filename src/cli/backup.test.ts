import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
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
import { generateKey } from '../db/age-file.ts'
import { backupDatabase } from '../db/backup-file.ts'
import { openDatabase } from '../db/open.ts'
import { readSetting, writeSettings } from '../practice/settings.ts'
import {
  failure,
  MAIN,
  ordi,
  ordiProcess,
  outcomesOf,
  startOrdi,
  success,
  withPortal,
} from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** A data directory with the demo practice under another name. */
function aPractice(name = 'before') {
  const DATA_DIR = tempDir()
  rename(DATA_DIR, name)
  return { DATA_DIR, live: join(DATA_DIR, 'ordi.db'), file: join(tempDir(), 'backup.db') }
}

const DEMO = { ORDI_DEMO: '1' }
const rename = (DATA_DIR: string, name: string) =>
  withPortal({ DATA_DIR, ...DEMO }, (ctx) => writeSettings(ctx, 'practice', { name }))
const nameIn = (DATA_DIR: string) =>
  withPortal({ DATA_DIR, ...DEMO }, (ctx) => readSetting(ctx, 'practice', 'name'))

const previousIn = (DATA_DIR: string) =>
  readdirSync(DATA_DIR).filter((name) => name.startsWith('pre-restore-'))

describe('ordi backup, verify and restore', () => {
  it('restore earlier data, and keep the later data in a file', async () => {
    const { DATA_DIR, live, file } = aPractice()
    const backup = await ordi(['backup', file], { DATA_DIR })
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    const printed = `${file}\n${statSync(file).size} bytes, sha256 ${sha256}\nbookings 0, messages 0, services 5: checked, sound\n`
    expect(backup).toEqual(success(expect.stringContaining(printed)))
    expect(backup.out).toContain(`Not in it: ${DATA_DIR}/secret.key.`)
    expect(await ordi(['verify', file], { DATA_DIR })).toEqual(success(printed))

    rename(DATA_DIR, 'since')
    const restored = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([restored.status, restored.err]).toEqual([0, ''])
    expect(restored.out).toContain(`It is in place as ${live}\n`)
    const [since = ''] = previousIn(DATA_DIR)
    expect(restored.out).toContain(`The data from before is kept as ${join(DATA_DIR, since)}\n`)
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', since, 'secret.key'])
    expect(nameIn(DATA_DIR)).toBe('before')

    expect((await ordi(['restore', join(DATA_DIR, since), '--yes'], { DATA_DIR })).status).toBe(0)
    expect(nameIn(DATA_DIR)).toBe('since')
  })

  it('restore into an empty directory, where the secret is needed too', async () => {
    const { DATA_DIR, live, file } = aPractice()
    await backupDatabase(live, file)
    const fresh = join(tempDir(), 'data')
    const { status, out } = await ordi(['restore', file, '--yes'], { DATA_DIR: fresh })
    expect([status, out]).toEqual([0, expect.not.stringContaining('kept')])
    expect(out).toContain(`Not in a backup: ${fresh}/secret.key. Put it back before you start Ordi.\n`)
    expect((await ordiProcess(['serve'], { DATA_DIR: fresh })).err).toMatch(
      /^This database was encrypted with a secret that is missing/,
    )
    writeFileSync(join(fresh, 'secret.key'), readFileSync(join(DATA_DIR, 'secret.key')))
    expect(nameIn(fresh)).toBe('before')
  })

  it('name a backup by the time', async () => {
    const { DATA_DIR } = aPractice()
    const { status, out } = await ordi(['backup'], { DATA_DIR })
    const [name = ''] = readdirSync(join(DATA_DIR, 'backups'))
    expect([status, name]).toEqual([0, expect.stringMatching(/^ordi-\d{4}-\d\d-\d\dT\d{6}Z\.db$/)])
    expect(out).toContain(join(DATA_DIR, 'backups', name))
  })

  it('encrypt to the key of the settings, made by backup-key, and open with its file', async () => {
    const { DATA_DIR, file } = aPractice()
    const made = await ordi(['backup-key'], { DATA_DIR })
    const [, recipient = ''] = /^# public key: (age1\w+)$/m.exec(made.out) ?? []
    const identity = join(tempDir(), 'key.txt')
    writeFileSync(identity, made.out)
    withPortal({ DATA_DIR }, (ctx) => writeSettings(ctx, 'general', { backup_recipient: recipient }))
    const backup = await ordi(['backup', file], { DATA_DIR })
    const encrypted = `${file}.age`
    expect(backup).toEqual(
      success(expect.stringContaining(`${encrypted}\n${statSync(encrypted).size} bytes, `)),
    )
    expect(backup.out).toContain('Encrypted.')

    const why = `This backup is encrypted. Name the file with its secret key: --identity FILE (see docs/ops/backups.md).\n`
    expect(await ordi(['verify', encrypted], { DATA_DIR })).toEqual(failure(why))
    expect(await ordi(['restore', encrypted, '--yes'], { DATA_DIR })).toEqual(failure(why))
    expect(await ordi(['verify', encrypted, '--identity', identity], { DATA_DIR })).toEqual(
      success(expect.stringContaining('services 5: checked, sound')),
    )
    rename(DATA_DIR, 'since')
    const restored = await ordi(['restore', encrypted, '--identity', identity, '--yes'], { DATA_DIR })
    expect([restored.status, restored.err]).toEqual([0, ''])
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', ...previousIn(DATA_DIR), 'secret.key'])
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('leave no plain copy for long when an encrypted backup is killed', async () => {
    const { DATA_DIR } = aPractice()
    const { recipient } = await generateKey()
    withPortal({ DATA_DIR }, (ctx) => {
      writeSettings(ctx, 'general', { backup_recipient: recipient })
      const insert = ctx.db.$client.prepare('insert into attempts (subject, at) values (?, 0)')
      for (let i = 0; i < 30; i++) insert.run('x'.repeat(1_000_000))
    })
    const plain = () => readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-'))
    const killed = spawn(process.execPath, [MAIN, 'backup'], { env: { DATA_DIR } })
    const ended = once(killed, 'exit')
    await expect.poll(plain, { interval: 5, timeout: 30_000 }).not.toEqual([])
    killed.kill('SIGKILL')
    await ended
    // The copy, and a second file where SQLite or the encryption has one open.
    expect(plain()).not.toEqual([])
    await ordi(['admin', 'list'], { DATA_DIR })
    expect([plain(), readdirSync(join(DATA_DIR, 'backups'))]).toEqual([[], []])
  })

  it('leave nothing that another user can read', async () => {
    const { DATA_DIR, file } = aPractice()
    await ordi(['backup'], { DATA_DIR })
    await ordi(['backup', file], { DATA_DIR })
    chmodSync(file, 0o644)
    chmodSync(join(DATA_DIR, 'ordi.db'), 0o644)
    await ordi(['restore', file, '--yes'], { DATA_DIR })
    const names = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })
    expect(names).toHaveLength(5)
    const open = names.filter((name) => (statSync(join(DATA_DIR, name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
  })
})

describe('ordi backup with AFTER_BACKUP', () => {
  it('hands the new backup to the program, and fails when that fails', async () => {
    const { DATA_DIR, file } = aPractice()
    const program = join(tempDir(), 'copy')
    writeFileSync(program, '#!/bin/sh\necho "copied $2 to $1"\n', { mode: 0o755 })
    const AFTER_BACKUP = `${program} nas`
    const done = await ordi(['backup'], { DATA_DIR, AFTER_BACKUP })
    const made = join(DATA_DIR, 'backups', readdirSync(join(DATA_DIR, 'backups'))[0] ?? '')
    expect(done).toEqual(success(expect.stringContaining(`copied ${made} to nas\n`)))
    expect(outcomesOf(DATA_DIR, 'after-backup')).toEqual(['done'])
    rmSync(made)
    writeFileSync(program, '#!/bin/sh\nexit 7\n')
    const failed = await ordi(['backup'], { DATA_DIR, AFTER_BACKUP })
    expect([failed.status, failed.err]).toEqual([
      1,
      'The backup is made, but AFTER_BACKUP failed (status 7). The server tries it again.\n',
    ])
    expect(outcomesOf(DATA_DIR, 'after-backup')).toEqual(['status 7'])
    expect((await ordi(['backup', file], { DATA_DIR, AFTER_BACKUP })).status).toBe(0)
  })
})

describe('ordi verify', () => {
  it('fails in one sentence without a file and for a damaged one', async () => {
    const { DATA_DIR, live } = aPractice()
    expect((await ordi(['verify'], { DATA_DIR })).err).toBe('usage: ordi verify FILE [--identity FILE]\n')
    truncateSync(live, statSync(live).size - 4096)
    expect(await ordi(['verify', live], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^This file [^\n]*\n/)),
    )
  })
})

describe('ordi restore', () => {
  async function backedUp() {
    const practice = aPractice()
    await backupDatabase(practice.live, practice.file)
    rename(practice.DATA_DIR, 'since')
    return { ...practice, before: readFileSync(practice.live) }
  }

  it('changes nothing without --yes', async () => {
    const { DATA_DIR, live, file, before } = await backedUp()
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
      'one bit of a name has turned',
      (file) => {
        const bytes = readFileSync(file)
        const at = bytes.indexOf('Beispielstraße')
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
        writeFileSync(file, bytes)
      },
    ],
    ['it is not there', (file) => rmSync(file)],
  ])('changes nothing when the backup is invalid: %s', async (_, damage) => {
    const { DATA_DIR, live, file, before } = await backedUp()
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
    const { DATA_DIR, file } = await backedUp()
    const server = await startOrdi({ DATA_DIR })
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: a server is running on this data. Stop it first.\n'),
    )
    const status = (await (await fetch(`${server.url}/api/status`)).json()) as { practice: { name: string } }
    expect(status.practice.name).toBe('since')
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect([
      previousIn(DATA_DIR),
      readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary-')),
    ]).toEqual([[], []])
    expect((await ordi(['restore', file, '--yes'], { DATA_DIR })).status).toBe(0)
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('changes nothing when a newer version wrote the backup', async () => {
    const { DATA_DIR, live, file, before } = await backedUp()
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

  it('says so when the present database cannot be opened', async () => {
    const { DATA_DIR, live, file } = await backedUp()
    rmSync(live)
    mkdirSync(live)
    const { status, err } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was changed: .*ordi\.db cannot be opened\. .* chown -R [^\n]*\n$/),
    ])
  })

  it('replaces an unreadable database, and keeps its file', async () => {
    const { DATA_DIR, live, file } = await backedUp()
    writeFileSync(live, 'nothing but noise '.repeat(1000))
    const { status, err } = await ordi(['restore', file, '--yes'], { DATA_DIR })
    expect([status, err]).toEqual([0, ''])
    const [noise = ''] = previousIn(DATA_DIR)
    expect(readFileSync(join(DATA_DIR, noise), 'utf8')).toContain('nothing but noise')
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('does not apply the WAL of the older database', async () => {
    const { DATA_DIR, live, file } = await backedUp()
    // A killed server has left a WAL, and the database file was removed by hand.
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

  it('that is killed leaves no half of the data from before, and the next one deletes what it has left', async () => {
    const { DATA_DIR, live, file } = aPractice()
    await ordi(['backup', file], { DATA_DIR })
    const db = new Database(live)
    // A copy of this takes long enough to be interrupted.
    db.exec(`create table filler (x); insert into filler values (zeroblob(${200 * 1024 * 1024}))`)
    db.close()
    const { size } = statSync(live)
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

  it('keeps commits in the WAL of a killed server', async () => {
    const { live, file } = await backedUp()
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
