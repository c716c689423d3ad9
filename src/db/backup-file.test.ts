import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS, openEmptyDatabase, openOlderDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { generateKey } from './age-file.ts'
import { backupDatabase, checkDatabaseFile, unpackBackup, withCheckedBackup } from './backup-file.ts'
import { DatabaseError } from './database-error.ts'
import { openDatabase } from './open.ts'

/** An open database with some data, and a file for its backup. */
function aDatabase() {
  const dir = tempDir()
  const source = join(dir, 'ordi.db')
  const { $client } = openEmptyDatabase(source)
  for (let i = 0; i < 40; i++)
    $client
      .prepare('insert into services (id, name, description) values (?, ?, ?)')
      .run(`s${i}`, `Leistung ${i}`, 'Text '.repeat(i))
  return { dir, source, target: join(dir, 'backup.db'), $client }
}

async function aBackup() {
  const database = aDatabase()
  await backupDatabase(database.source, database.target)
  return { ...database, whole: readFileSync(database.target) }
}

const errorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (thrown) => {
      if (thrown instanceof DatabaseError) return thrown.message
      throw thrown
    },
  )

describe('a backup', () => {
  it('is one file with all data, made while the database is in use', async () => {
    const { dir, source, target, $client } = aDatabase()
    const { file, encrypted, ...checked } = await backupDatabase(source, target)
    expect([file, encrypted]).toEqual([target, false])
    $client.prepare(`insert into services (id, name) values ('later', 'Später')`).run()
    expect(checked.rows).toMatchObject({ services: 40, bookings: 0 })
    expect(checked.bytes).toBe(statSync(target).size)
    expect(checked.sha256).toBe(createHash('sha256').update(readFileSync(target)).digest('hex'))
    expect(await checkDatabaseFile(target)).toEqual(checked)
    expect(readdirSync(dir).toSorted()).toEqual(['backup.db', 'ordi.db', 'ordi.db-shm', 'ordi.db-wal'])
  })

  it('contains committed data only', async () => {
    const { source, target, $client } = aDatabase()
    $client.exec(`begin immediate; insert into services (id, name) values ('half', 'Halb')`)
    expect((await backupDatabase(source, target)).rows.services).toBe(40)
    $client.exec('commit')
  })

  it('can be opened by any SQLite despite the checksum', async () => {
    const { target } = await aBackup()
    const client = new Database(target, { readonly: true })
    expect(client.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(client.prepare('select count(*) from services').pluck().get()).toBe(40)
    client.close()
  })

  it('never replaces a file', async () => {
    const { source, target } = aDatabase()
    writeFileSync(target, 'precious')
    expect(await errorOf(backupDatabase(source, target))).toBe(
      `This file exists already and is not written over: ${target}`,
    )
    expect(readFileSync(target, 'utf8')).toBe('precious')
  })

  it('of a damaged database fails and leaves no file', async () => {
    const { dir, source, target, $client } = aDatabase()
    $client.pragma('foreign_keys = off')
    $client.exec(
      `insert into events (booking_id, kind, actor, at) values ('nobody', 'requested', 'visitor', 0)`,
    )
    expect(await errorOf(backupDatabase(source, target))).toBe(
      'This file is damaged: references lead nowhere.',
    )
    expect(readdirSync(dir).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  it('fails in one sentence without a database or a folder', async () => {
    const { dir, source } = aDatabase()
    const nowhere = join(dir, 'nowhere/ordi.db')
    expect(await errorOf(backupDatabase(nowhere, join(dir, 'b.db')))).toBe(
      `There is no database to back up: ${nowhere}`,
    )
    expect(await errorOf(backupDatabase(source, nowhere))).toBe(
      `No backup was made: there is no folder ${dirname(nowhere)}.`,
    )
    writeFileSync(join(dir, 'text.db'), 'no database')
    expect(await errorOf(backupDatabase(join(dir, 'text.db'), join(dir, 'b.db')))).toMatch(
      /^No backup was made: /,
    )
    expect(existsSync(join(dir, 'b.db'))).toBe(false)
  })

  it('replaces the rest of an interrupted one', async () => {
    const { source, target } = aDatabase()
    writeFileSync(`${target}.unfinished`, 'half a backup')
    expect((await backupDatabase(source, target)).rows.services).toBe(40)
    expect(existsSync(`${target}.unfinished`)).toBe(false)
  })
})

/** A database whose settings have a public key, and the file with its secret key. */
async function aDatabaseWithKey() {
  const database = aDatabase()
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
  const open = (file: string, folder: string, identityFile?: string) =>
    withCheckedBackup(file, { folder, identityFile }, (plain, { rows, ...found }) => {
      expect(statSync(plain).mode & 0o077).toBe(0)
      return { ...found, services: rows.services, plain: readFileSync(plain) }
    })

  it('is made of a database whose settings have a public key, and opened with the secret key', async () => {
    const { dir, source, target, identityFile } = await aDatabaseWithKey()
    const made = await backupDatabase(source, target)
    expect(made).toMatchObject({ file: `${target}.age`, encrypted: true, rows: { services: 40 } })
    expect(readFileSync(made.file).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    expect(readFileSync(made.file).includes('Leistung 7')).toBe(false)
    const { plain, ...opened } = await open(made.file, dir, identityFile)
    expect(opened).toEqual({ bytes: made.bytes, sha256: made.sha256, services: 40 })
    expect(plain.includes('Leistung 7')).toBe(true)
    expect(made.sha256).toBe(createHash('sha256').update(readFileSync(made.file)).digest('hex'))
    expect(filesBeside(source)).toEqual(['backup.db.age'])
  })

  it('is opened by any of several keys', async () => {
    const { dir, source, target, identityFile } = await aDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const other = (await generateKey()).identity
    writeFileSync(identityFile, `${other}\n${readFileSync(identityFile, 'utf8')}`)
    expect((await open(file, dir, identityFile)).services).toBe(40)
  })

  it('says in one sentence which key is missing or wrong', async () => {
    const { dir, source, target, identity, recipient } = await aDatabaseWithKey()
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
      // The last character is part of the checksum, and B is a character that no key has.
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
      expect(await errorOf(open(file, dir, identityFile))).toMatch(sentence)
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
  })

  it('is refused when a bit has changed or bytes are missing', async () => {
    const { dir, source, target, identityFile } = await aDatabaseWithKey()
    const { file } = await backupDatabase(source, target)
    const whole = readFileSync(file)
    const chunk = 65_552
    for (const length of [whole.length - 1, whole.length - chunk, 300, 30]) {
      writeFileSync(file, whole.subarray(0, length))
      expect(await errorOf(open(file, dir, identityFile))).toMatch(/^This file is damaged/)
    }
    // Not in the stanza of the trial key, which nobody has any more.
    const from = whole.indexOf('\n--- ')
    for (const at of [30, from + 20, from + 60, 70_000, whole.length - 1]) {
      const copy = Buffer.from(whole)
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
      writeFileSync(file, copy)
      expect([at, await errorOf(open(file, dir, identityFile))]).toEqual([
        at,
        expect.stringMatching(/^This (file is damaged|backup was encrypted for another key)/),
      ])
    }
    expect(readdirSync(dir).filter((name) => name.startsWith('temporary'))).toEqual([])
  })

  it('fails without a trace when the public key is none', async () => {
    const { source, target, $client } = await aDatabaseWithKey()
    $client.exec(`update settings set value = '"age1wrong"' where name = 'general.backup_recipient'`)
    expect(await errorOf(backupDatabase(source, target))).toMatch(
      /^No backup was made: this is no public key/,
    )
    expect(filesBeside(source)).toEqual([])
  })

  it('is not what a file of that name becomes without a key', async () => {
    const { dir, source, target } = aDatabase()
    expect(await errorOf(backupDatabase(source, `${target}.age`))).toMatch(
      /^No backup was made: there is no public key/,
    )
    expect(readdirSync(dir).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  /** The tool that a person without Ordi would use. */
  const hasAge = spawnSync('age', ['--version']).status === 0
  it.runIf(hasAge)(
    `is opened by the age program, whose files are opened too${hasAge ? '' : ' (age is not installed)'}`,
    async () => {
      const { dir, source, target, identityFile, recipient } = await aDatabaseWithKey()
      const { file } = await backupDatabase(source, target)
      const plain = join(dir, 'by-age.db')
      execFileSync('age', ['--decrypt', '--identity', identityFile, '--output', plain, file])
      expect((await checkDatabaseFile(plain)).rows.services).toBe(40)
      const byAge = join(dir, 'by-age.db.age')
      execFileSync('age', ['--recipient', recipient, '--output', byAge, plain])
      expect((await open(byAge, dir, identityFile)).plain.equals(readFileSync(plain))).toBe(true)
      execFileSync('age', ['--armor', '--recipient', recipient, '--output', `${byAge}.txt`, plain])
      expect(await errorOf(open(`${byAge}.txt`, dir, identityFile))).toMatch(
        /^This file is encrypted and written as text/,
      )
    },
  )
})

describe('checking a backup', () => {
  it('finds every changed bit', async () => {
    const { dir, whole } = await aBackup()
    const damaged = join(dir, 'damaged.db')
    const nearTheEnd = fc.integer({ min: whole.length - 100, max: whole.length - 1 })
    const place = fc.oneof(fc.nat(whole.length - 1), fc.nat(120), nearTheEnd)
    await fc.assert(
      fc.asyncProperty(place, fc.nat(7), async (at, bit) => {
        const copy = Buffer.from(whole)
        copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
        writeFileSync(damaged, copy)
        expect(await errorOf(checkDatabaseFile(damaged))).toMatch(/^This file /)
      }),
      { numRuns: 200 },
    )
  })

  it('finds missing and added bytes', async () => {
    const { dir, whole } = await aBackup()
    const damaged = join(dir, 'damaged.db')
    const checksum = 73
    for (const cut of [1, 2, 72, 74, 100, 512 + checksum, 4096, 4096 + checksum, whole.length - 100]) {
      writeFileSync(damaged, whole.subarray(0, whole.length - cut))
      expect([cut, await errorOf(checkDatabaseFile(damaged))]).toEqual([
        cut,
        expect.stringMatching(/^This file /),
      ])
    }
    for (const more of ['x', '\n', whole.subarray(-checksum)]) {
      writeFileSync(damaged, Buffer.concat([whole, Buffer.from(more)]))
      expect(await errorOf(checkDatabaseFile(damaged))).toMatch(/^This file is damaged/)
    }
  })

  it('accepts a plain database', async () => {
    const { dir, source, $client } = aDatabase()
    $client.close()
    const copy = join(dir, 'by-hand.db')
    copyFileSync(source, copy)
    expect((await checkDatabaseFile(copy)).rows.services).toBe(40)
  })

  it('refuses every other file', async () => {
    const dir = tempDir()
    const file = (name: string) => join(dir, name)
    expect(await errorOf(checkDatabaseFile(file('nothing')))).toBe(
      `There is no such file: ${file('nothing')}`,
    )
    writeFileSync(file('text'), 'x'.repeat(1024))
    writeFileSync(file('empty'), '')
    for (const name of ['text', 'empty'])
      expect(await errorOf(checkDatabaseFile(file(name)))).toBe(
        'This file is no backup of Ordi, or its beginning is damaged.',
      )
    new Database(file('other')).exec('create table t (a)').close()
    expect(await errorOf(checkDatabaseFile(file('other')))).toBe('This file is no backup of Ordi.')
    mkdirSync(file('folder'))
    expect(await errorOf(checkDatabaseFile(file('folder')))).toBe(`There is no such file: ${file('folder')}`)
  })
})

describe('unpacking a backup', () => {
  it('gives the database without the checksum', async () => {
    const { dir, target, whole } = await aBackup()
    const unpacked = join(dir, 'unpacked.db')
    unpackBackup(target, unpacked)
    const rest = whole.subarray(readFileSync(unpacked).length).toString()
    expect(readFileSync(unpacked).equals(whole.subarray(0, -rest.length))).toBe(true)
    expect(rest).toMatch(/^\nrows \{[^\n]*"services":40,[^\n]*\}\nsha256 [0-9a-f]{64}\n$/)
    const db = openDatabase(unpacked)
    expect(db.$client.prepare('select count(*) from services').pluck().get()).toBe(40)
    db.$client.close()
    expect(readFileSync(target).equals(whole)).toBe(true)
  })

  it('copies a plain database', () => {
    const { dir, source, $client } = aDatabase()
    $client.close()
    unpackBackup(source, join(dir, 'unpacked.db'))
    expect(readFileSync(join(dir, 'unpacked.db')).equals(readFileSync(source))).toBe(true)
  })
})

describe('an upgrade', () => {
  const first = MIGRATIONS[0]?.folderMillis

  /** A database of the first version. */
  function anOldDatabase() {
    const dir = tempDir()
    const file = join(dir, 'ordi.db')
    const client = openOlderDatabase(file, 1)
    client.exec(`insert into services (id, name) values ('facial', 'Facial')`)
    return { file, client, backup: join(dir, `backups/before-upgrade-${first}.db`) }
  }
  const applied = (file: string) => {
    const client = new Database(file, { readonly: true })
    const count = client.prepare('select count(*) from __drizzle_migrations').pluck().get()
    client.close()
    return count
  }

  it('makes a backup first', async () => {
    const { file, client, backup } = anOldDatabase()
    client.close()
    const db = openDatabase(file)
    expect(db.$client.prepare('select name from services').pluck().all()).toEqual(['Facial'])
    db.$client.close()
    expect(applied(file)).toBe(MIGRATIONS.length)
    expect(applied(backup)).toBe(1)
    expect((await checkDatabaseFile(backup)).rows.services).toBe(1)
  })

  it('makes no backup of a new or current database', () => {
    const dir = tempDir()
    for (let i = 0; i < 2; i++) openDatabase(join(dir, 'ordi.db')).$client.close()
    expect(readdirSync(dir)).toEqual(['ordi.db'])
  })

  it('changes nothing when it fails, and can be repeated', () => {
    const { file, client, backup } = anOldDatabase()
    client.exec(
      'create trigger occupations_never_overlap_update after insert on services begin select 1; end',
    )
    client.close()
    expect(() => openDatabase(file)).toThrow()
    expect([applied(file), applied(backup)]).toEqual([1, 1])
    const again = new Database(file)
    expect(
      again.prepare(`select name from sqlite_master where name = 'occupations_never_overlap_insert'`).get(),
    ).toBeUndefined()
    again.exec('drop trigger occupations_never_overlap_update').close()
    openDatabase(file).$client.close()
    expect(applied(file)).toBe(MIGRATIONS.length)
  })
})
