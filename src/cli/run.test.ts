import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, freePort, ordi, success } from '../testing/command-line.ts'
import { listen } from '../testing/loopback.ts'
import { tempDir } from '../testing/temp-dir.ts'

const USAGE =
  /^usage: ordi serve \[--new\] \| config \| seed \[--demo \| --clear\] \| backup \[FILE\] \| restore FILE --yes \[--identity FILE\] \| verify FILE \[--identity FILE\] \|[^\n]*\n$/

describe('the command line', () => {
  it.each([[[]], [['--help']], [['SERVE']], [['__proto__']]])('prints its usage for %j', async (args) => {
    expect(await ordi(args)).toEqual({ status: 2, out: '', err: expect.stringMatching(USAGE) })
  })

  it('lists every error of the environment without a stack trace', async () => {
    const { status, out, err } = await ordi(['seed', '--demo'], {
      PORT: '0',
      SMTP_URL: 'mail',
      APP_SECRET_FILE: '/nowhere/secret',
    })
    expect([status, out, err.trim().split('\n')]).toEqual([
      1,
      '',
      [
        'APP_SECRET_FILE names a file that cannot be read: /nowhere/secret',
        'PORT must be a whole number from 1 to 65535',
        'SMTP_URL must be smtp://… or smtps://…',
      ],
    ])
  })
})

it('names the folder that cannot be made, without a stack trace', async () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  expect(await ordi(['backup'], { DATA_DIR: join(file, 'data') })).toEqual(
    failure(`ENOTDIR: not a directory, mkdir '${file}/data/backups'\n`),
  )
})

describe('ordi config', () => {
  it('prints the configuration with masked secrets', async () => {
    const { status, out, err } = await ordi(['config'], {
      PORT: '8081',
      APP_SECRET: 'a secret of thirty-two bytes or so',
      SMTP_URL: 'smtp://somebody:password@mail.example',
      ADMIN_PASSWORD: 'another long password',
    })
    expect([status, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({
      port: 8081,
      baseUrl: 'http://localhost:8081',
      appSecret: '********',
      smtpUrl: 'smtp://********@mail.example',
      adminPassword: '********',
      holdMinutes: 10,
    })
    expect(out).not.toMatch(/thirty-two|password@|another long|a token/)
  })
})

it.each([
  ['config --all', 'config'],
  ['backup --help', 'backup [FILE]'],
  ['backup one.db two.db', 'backup [FILE]'],
  ['verify one.db two.db', 'verify FILE [--identity FILE]'],
  ['restore one.db two.db --yes', 'restore FILE --yes [--identity FILE]'],
  ['restore one.db --yes --now', 'restore FILE --yes [--identity FILE]'],
  ['serve --empty', 'serve [--new]'],
])('ordi %s is refused with its usage, and writes nothing', async (line, usage) => {
  const DATA_DIR = tempDir()
  expect(await ordi(line.split(' '), { DATA_DIR })).toEqual(failure(`usage: ordi ${usage}\n`))
  expect(readdirSync(DATA_DIR)).toEqual([])
})

describe('ordi seed', () => {
  const made = success('The demo practice is in place. To remove it again: ordi seed --clear\n')

  it('fills an empty database once, with or without --demo', async () => {
    const DATA_DIR = tempDir()
    expect(await ordi(['seed', '--demo'], { DATA_DIR })).toEqual(made)
    expect(await ordi(['seed'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: the database has services already, and the demo practice is for an empty one.\n',
      ),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
    expect(await ordi(['seed'], { DATA_DIR: tempDir(), ORDI_DEMO: '1' })).toEqual(made)
    expect(await ordi(['seed', '--all'], { DATA_DIR })).toEqual(
      failure('usage: ordi seed [--demo | --clear]\n'),
    )
  })

  it('--clear removes the demo, once', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    expect(await ordi(['seed', '--clear'], { DATA_DIR })).toEqual(
      success('The demo practice is gone: 5 services, 0 bookings. A backup from before is in backups/.\n'),
    )
    expect(await ordi(['seed', '--clear'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: there is no demo practice.\n'),
    )
  })
})

describe('ordi healthcheck', () => {
  it('fails in one sentence when nothing answers', async () => {
    const port = await freePort()
    expect(await ordi(['healthcheck'], { PORT: String(port) })).toEqual(
      failure(`nothing answers on port ${port}\n`),
    )
  })

  it('fails when the portal is unhealthy', async () => {
    const { port } = new URL(await listen((_, response) => response.writeHead(503).end('{"ok":false}')))
    expect(await ordi(['healthcheck'], { PORT: port })).toEqual(failure('unhealthy: 503\n'))
  })
})
