import { appendFileSync, chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failure, ordi, ordiProcess, ordiWithSmallFiles } from '../testing/command-line.ts'
import { damageTable } from '../testing/damaged-database.ts'
import { runAsOther } from '../testing/run-as-other.ts'
import { tempDir } from '../testing/temp-dir.ts'

// A folder or database that cannot be used is reported in one sentence, without a stack trace.

/** Less than a new database needs. */
const TOO_FEW_BYTES_FOR_NEW = 100_000
/** Not even enough bytes to open an existing database. */
const TOO_FEW_BYTES_TO_OPEN = 4096

it('a folder that cannot be created is named, without a stack trace', async () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  expect(await ordi(['seed'], { DATA_DIR: join(file, 'data') })).toEqual({
    status: 1,
    out: '',
    err: expect.stringMatching(new RegExp(`^DATA_DIR cannot be made or written: ${file}/data\\. .*\n$`)),
  })
})

it('a damaged database is reported without a stack trace', async () => {
  const DATA_DIR = tempDir()
  await ordiProcess(['admin', 'add', 'rosa@musterfrau.example'], { DATA_DIR })
  damageTable(DATA_DIR, 'admins')
  expect(await ordi(['admin', 'list'], { DATA_DIR })).toEqual(
    failure('the database is damaged: stop Ordi and restore a backup (ordi restore FILE --yes)\n'),
  )
})

it('the disk is said to be full if a new database cannot be written, and a later start goes on', async () => {
  const DATA_DIR = tempDir()
  expect(await ordiWithSmallFiles(TOO_FEW_BYTES_FOR_NEW, ['seed'], { DATA_DIR })).toEqual(
    failure(
      `The database ${DATA_DIR}/ordi.db cannot be opened: it cannot be written. Look whether the disk is full: df -h ${DATA_DIR}\n`,
    ),
  )
  expect((await ordi(['seed'], { DATA_DIR })).status).toBe(0)
})

it('the disk is said to be full if the database cannot be opened for lack of space', async () => {
  const DATA_DIR = tempDir()
  await ordi(['seed'], { DATA_DIR })
  expect(await ordiWithSmallFiles(TOO_FEW_BYTES_TO_OPEN, ['admin', 'list'], { DATA_DIR })).toEqual(
    failure(
      `The database ${DATA_DIR}/ordi.db cannot be opened: disk I/O error. Look whether the disk is full: df -h ${DATA_DIR}\n`,
    ),
  )
})

it.each(['admin list', 'retention --dry-run', 'backup elsewhere.db', 'drill'])(
  'ordi %s does not mistake another user’s database for a missing one',
  async (command) => {
    const DATA_DIR = tempDir()
    writeFileSync(join(DATA_DIR, 'ordi.db'), '')
    chmodSync(DATA_DIR, 0)
    expect(await runAsOther(DATA_DIR, command)).toEqual({
      out: 'status 1\n',
      err: expect.stringMatching(
        new RegExp(
          `^the user \\d+:\\d+ may not use ${DATA_DIR}\\S*\\. Run this as the user that runs Ordi, [^\n]*\n$`,
        ),
      ),
    })
  },
)

it.each(['ordi.db', 'ordi.db-wal'])(
  'ordi serve refuses a database of which it cannot write %s',
  async (name) => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    chmodSync(DATA_DIR, 0o777)
    for (const file of readdirSync(DATA_DIR)) chmodSync(join(DATA_DIR, file), 0o666)
    const file = join(DATA_DIR, name)
    appendFileSync(file, '')
    chmodSync(file, 0o444)
    expect(await runAsOther(DATA_DIR, 'serve')).toEqual({
      out: 'status 1\n',
      err: `The database cannot be read and written: ${file}. Allow it (chmod u+rw ${DATA_DIR}/ordi.db*), or give it to the user that runs Ordi (chown).\n`,
    })
  },
)

it('a place where the system allows no data folder is reported in one sentence', async () => {
  const err = expect.stringMatching(/^DATA_DIR cannot be made or written: \/proc\/ordi\. .*\n$/)
  expect(await ordi(['seed'], { DATA_DIR: '/proc/ordi' })).toEqual({ status: 1, out: '', err })
})

it('ordi serve and ordi doctor say how to change the owner of the data folder', async () => {
  const DATA_DIR = tempDir()
  chmodSync(DATA_DIR, 0)
  const { out, err } = await runAsOther(DATA_DIR, 'serve', 'doctor')
  const advice = `chown -R \\d+:\\d+ ${DATA_DIR} `
  expect(err).toMatch(new RegExp(`DATA_DIR .*${advice}`))
  expect(out).toMatch(new RegExp(`^status 1\n[^]*data folder .*${advice}[^]*\nstatus 1\n$`))
  expect(out + err).not.toMatch(/there is none yet|\n {4}at /)
})
