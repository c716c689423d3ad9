import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { describeConfig } from '../config-description.ts'
import { failure, ordi, success } from '../testing/command-line.ts'
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
