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
import { makeBackedUpPractice, makePractice, nameIn, previousIn } from '../testing/backup-practice.ts'
import { failure, ordi, ordiWithSmallFiles } from '../testing/command-line.ts'
import { startOrdi } from '../testing/running-server.ts'

describe('ordi restore', () => {
  it('changes nothing without --yes', async () => {
    const { DATA_DIR, live, file, liveBytes } = await makeBackedUpPractice()
    expect(await ordi(['restore', file], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^Nothing was changed\. The backup is sound; say --yes [^\n]*\n$/)),
    )
    expect(readFileSync(live).equals(liveBytes)).toBe(true)
    expect(previousIn(DATA_DIR)).toEqual([])
  })

  it('prints its usage without a file, and changes nothing', async () => {
    const { DATA_DIR, live, liveBytes } = await makeBackedUpPractice()
    expect((await ordi(['restore', '--yes'], { DATA_DIR })).err).toBe(
      'usage: ordi restore FILE --yes [--identity FILE]\n',
    )
    expect(readFileSync(live).equals(liveBytes)).toBe(true)
    expect(previousIn(DATA_DIR)).toEqual([])
  })

  it.each<{ why: string; damage: (file: string) => void }>([
    { why: 'one byte is missing', damage: (file) => truncateSync(file, statSync(file).size - 1) },
    {
      why: 'one bit of a name has flipped',
      damage: (file) => {
        const bytes = readFileSync(file)
        const place = bytes.indexOf('Beispielstraße')
        bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
        writeFileSync(file, bytes)
      },
    },
    { why: 'it is missing', damage: (file) => rmSync(file) },
  ])('changes nothing when the backup is invalid: $why', async ({ damage }) => {
    const { DATA_DIR, live, file, liveBytes } = await makeBackedUpPractice()
    damage(file)
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^(This file|There is no such file)[^\n]*\n$/)),
    )
    expect(readFileSync(live).equals(liveBytes)).toBe(true)
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
    const { DATA_DIR, live, file, liveBytes } = await makeBackedUpPractice()
    copyFileSync(live, file)
    const newer = new Database(file)
    // No migration that this version knows is as late as the year 287,000.
    newer.exec('update __drizzle_migrations set created_at = 9e15')
    newer.close()
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: a newer version of Ordi wrote this backup. Restore it with that version.\n',
      ),
    )
    expect(readFileSync(live).equals(liveBytes)).toBe(true)
    expect(previousIn(DATA_DIR)).toEqual([])
  })

  it('changes nothing if the present database cannot be opened', async () => {
    const { DATA_DIR, live, file } = await makeBackedUpPractice()
    rmSync(live)
    mkdirSync(live)
    const restored = await ordi(['restore', file, '--yes'], { DATA_DIR })
    const sentence = /^Nothing was changed: .*ordi\.db cannot be opened\. .* chown -R [^\n]*\n$/
    expect(restored).toMatchObject({ status: 1, err: expect.stringMatching(sentence) })
  })

  it.runIf(process.platform === 'linux')('leaves nothing behind when the disk is full', async () => {
    const { DATA_DIR, live } = makePractice()
    const large = makePractice()
    const db = new Database(large.live)
    // The backup is four times as large as the present data, and the disk has room for twice as much.
    db.exec(`create table filler (x); insert into filler values (zeroblob(${4 * statSync(live).size}))`)
    db.close()
    await ordi(['backup', large.file], { DATA_DIR: large.DATA_DIR })
    const filesAtFirst = readdirSync(DATA_DIR).toSorted()
    expect(nameIn(DATA_DIR)).toBe('before')

    const limit = 2 * statSync(live).size
    expect(await ordiWithSmallFiles(limit, ['restore', large.file, '--yes'], { DATA_DIR })).toEqual(
      failure(
        `Nothing was changed: the disk has no room for the backup and a copy of the present data. Make room: df -h ${DATA_DIR}\n`,
      ),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(filesAtFirst)
    expect(nameIn(DATA_DIR)).toBe('before')
  })

  it('replaces an unreadable database, and keeps its file', async () => {
    const { DATA_DIR, live, file } = await makeBackedUpPractice()
    writeFileSync(live, 'nothing but noise '.repeat(1000))
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toMatchObject({ status: 0, err: '' })

    const [previous = ''] = previousIn(DATA_DIR)
    expect(readFileSync(join(DATA_DIR, previous), 'utf8')).toContain('nothing but noise')
    expect(nameIn(DATA_DIR)).toBe('before')
  })
})
