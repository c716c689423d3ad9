import { appendFileSync, chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { describeConfig } from '../config-description.ts'
import { failure, ordi, ordiProcess, ordiWithSmallFiles, success } from '../testing/command-line.ts'
import { damageTable } from '../testing/damaged-database.ts'
import { runAsOther } from '../testing/run-as-other.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** The usage of all commands, of which the first ones are enough here. */
const USAGE =
  /^usage: ordi serve \[--new\] \| config \| seed \[--demo \| --clear \| --doctors N\] \| backup \[FILE\] \| restore FILE --yes \[--identity FILE\] \| verify FILE \[--identity FILE\] \|[^\n]*\n$/

describe('the command line', () => {
  it('prints its usage without a command', async () => {
    expect(await ordi([])).toEqual({ status: 2, out: '', err: expect.stringMatching(USAGE) })
  })

  it.each(['SERVE', '__proto__'])('names an unknown command: %s', async (name) => {
    const { status, out, err } = await ordi([name])
    expect(status).toBe(2)
    expect(out).toBe('')
    const sentence = `There is no command ${name}.\n`
    expect(err.slice(0, sentence.length)).toBe(sentence)
    expect(err.slice(sentence.length)).toMatch(USAGE)
  })

  it.each(['help', '--help', '-h'])('lists its commands for %s', async (name) => {
    const help = /^usage: ordi COMMAND\n\n {2}ordi serve \[--new\]\n( {2}ordi [^\n]+\n)+$/
    expect(await ordi([name])).toEqual(success(expect.stringMatching(help)))
  })

  it.each([
    { line: 'backup --help', help: 'usage: ordi backup [FILE]\n' },
    { line: 'secret rotate -h', help: 'usage: ordi secret rotate [--to FILE] [--now]\n' },
    {
      line: 'person erase --help',
      help: 'usage: ordi person export EMAIL [FOLDER] | person erase EMAIL [--yes]\n',
    },
    {
      line: 'admin add --help',
      help: expect.stringMatching(/^usage: ordi admin add EMAIL .*\nThe password is read /),
    },
  ])('prints the usage for $line, and does nothing', async ({ line, help }) => {
    const DATA_DIR = tempDir()
    expect(await ordi(line.split(' '), { DATA_DIR })).toEqual(success(help))
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('accepts --version', async () => {
    expect(await ordi(['--version'])).toEqual(await ordi(['version']))
  })

  it('lists every error of the environment without a stack trace', async () => {
    expect(await ordi(['seed', '--demo'], { PORT: '0', SMTP_URL: 'mail' })).toEqual(
      failure('PORT must be a whole number from 1 to 65535\nSMTP_URL must be smtp://… or smtps://…\n'),
    )
  })
})

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
  expect(await ordiWithSmallFiles(100_000, ['seed'], { DATA_DIR })).toEqual(
    failure(
      `The database ${DATA_DIR}/ordi.db cannot be opened: it cannot be written. Look whether the disk is full: df -h ${DATA_DIR}\n`,
    ),
  )
  expect((await ordi(['seed'], { DATA_DIR })).status).toBe(0)
})

it('the disk is said to be full if the database cannot be opened for lack of space', async () => {
  const DATA_DIR = tempDir()
  await ordi(['seed'], { DATA_DIR })
  expect(await ordiWithSmallFiles(4096, ['admin', 'list'], { DATA_DIR })).toEqual(
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

describe('ordi config', () => {
  it('prints the configuration with masked secrets', async () => {
    const env = { PORT: '8081', ADMIN_PASSWORD: 'another long password' }
    const { status, out, err } = await ordi(['config'], env)
    expect(status).toBe(0)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(describeConfig(readConfig(env)))))
    expect(out).not.toContain('another long')
  })
})

it.each([
  { line: 'config --all', usage: 'config' },
  { line: 'backup one.db two.db', usage: 'backup [FILE]' },
  // The space is followed by an empty argument.
  { line: 'backup ', usage: 'backup [FILE]' },
  { line: 'verify one.db two.db', usage: 'verify FILE [--identity FILE]' },
  { line: 'restore one.db two.db --yes', usage: 'restore FILE --yes [--identity FILE]' },
  { line: 'restore one.db --yes --now', usage: 'restore FILE --yes [--identity FILE]' },
  { line: 'serve --empty', usage: 'serve [--new]' },
])('ordi $line is refused with its usage, and writes nothing', async ({ line, usage }) => {
  const DATA_DIR = tempDir()
  expect(await ordi(line.split(' '), { DATA_DIR })).toEqual(failure(`usage: ordi ${usage}\n`))
  expect(readdirSync(DATA_DIR)).toEqual([])
})
