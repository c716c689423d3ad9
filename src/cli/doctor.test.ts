import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type RequestListener, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { fileStamp } from '../db/backup-folder.ts'
import { erpState } from '../db/schema.ts'
import { recordTask } from '../db/settings-rows.ts'
import { openServer } from '../http/server.ts'
import { openLog } from '../log.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { freePort, ordi, ordiProcess, startOrdi, withPortal } from '../testing/command-line.ts'
import { listen, listenWithTlsFault } from '../testing/loopback.ts'
import { PRIVATE_CA, readPem } from '../testing/private-ca/pem.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openSmtpServer } from '../testing/smtp-server.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { within } from './doctor/deadline.ts'
import { type DoctorPorts, examine } from './doctor.ts'

const APP_SECRET = 'a secret for tests only, 32 bytes'
const NOBODY: DoctorPorts = { resolveHost: async () => [], resolveTxt: async () => [], now: () => Date.now() }

/** A data folder that a portal has used. */
function openInstallation(env: Record<string, string> = {}) {
  const DATA_DIR = tempDir()
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent', PORT: '1', ...env })
  const use = (work: (ctx: Ctx) => unknown) => withPortal({ DATA_DIR, ...env }, work)
  use(() => undefined)
  return { config, use, file: join(DATA_DIR, 'ordi.db'), DATA_DIR }
}

/** The findings as `level: text`, by what they are about. */
async function examined(config: Config, ports: Partial<DoctorPorts> = {}) {
  const findings = await examine(config, { ...NOBODY, ...ports })
  return Object.fromEntries(findings.map(({ level, about, text }) => [about, `${level}: ${text}`]))
}

const MAIL_FAULTS = {
  certificate: 'unable to verify the first certificate',
  plain: 'The server does not begin with TLS on this port. Check the web admin',
  version: 'The server offers no version of TLS or no cipher that is still in use. Check the web admin',
} as const

/** Stores an SMS about a coming appointment that the provider has refused. */
function storeSms(ctx: Ctx, status: 'queued' | 'failed'): void {
  const startsAt = ctx.now + DAY_LENGTH
  const { id } = insertBooking(ctx.db, { status: 'confirmed', startsAt, endsAt: startsAt + HOUR })
  const content = { channel: 'sms', kind: 'confirmed', recipient: '+436641234567', text: 'x' } as const
  insertMessage(ctx, { ...content, bookingId: id }, { status, error: 'Die Zugangsdaten wurden abgelehnt.' })
}

describe('before the first start', () => {
  it('checks what the environment sets, and makes nothing', async () => {
    const DATA_DIR = join(tempDir(), 'none')
    const SMTP_URL = 'smtp://ordi:geheim@127.0.0.1:1'
    const found = await examined(
      readConfig({ DATA_DIR, SMTP_URL, BASE_URL: 'https://termine.example', PORT: '1' }),
    )
    expect(found).toMatchObject({
      'data folder': `wrong: ${DATA_DIR} is missing. The first start makes it: ordi serve`,
      database: 'hint: there is none yet. The first start makes it: ordi serve',
      'mail server': expect.stringMatching(/^wrong: 127\.0\.0\.1:1: .*ECONNREFUSED.* Check SMTP_URL\.$/),
      sender: expect.stringContaining('wrong: there is none'),
      server: 'hint: nothing answers on port 1. Start it: ordi serve',
      address: 'good: https://termine.example/',
      DNS: expect.stringContaining('wrong: termine.example has no address'),
    })
    expect(JSON.stringify(found)).not.toContain('geheim')
    expect(statSync(DATA_DIR, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('the data', () => {
  it('are sound, and stay as they are', async () => {
    const { config, DATA_DIR } = openInstallation()
    const state = () => readdirSync(DATA_DIR).map((name) => [name, statSync(join(DATA_DIR, name)).mtimeMs])
    const before = state()
    expect(await examined(config)).toMatchObject({
      'data folder': expect.stringContaining('good: '),
      disk: expect.stringMatching(/^good: \d+ MB free$/),
      database: expect.stringContaining('has no damage'),
      secret: expect.stringContaining('good: it is the one of this database.'),
      'time zone': 'good: the clock changes of Europe/Vienna are known',
      clock: expect.stringMatching(/^good: .* in Vienna$/),
    })
    expect(state()).toEqual(before)
  })

  it('count only people who can sign in', async () => {
    const { config, use } = openInstallation()
    use((ctx) =>
      ctx.db.$client.exec(
        `insert into admins (email, password_hash, invitation_expires_at, created_at, updated_at) values ('gerda@ordination.example', '', 1, 1, 1)`,
      ),
    )
    expect((await examined(config))['second factor']).toBe('good: all admins have one')
  })

  it.each<[string, string, (installation: ReturnType<typeof openInstallation>) => unknown]>([
    ['data folder', 'hint: other users can reach 1 files', ({ DATA_DIR }) => chmodSync(DATA_DIR, 0o755)],
    [
      'secret',
      'secret.key is missing. Put your copy',
      ({ DATA_DIR }) => rmSync(join(DATA_DIR, 'secret.key')),
    ],
    [
      'secret',
      'secret.key cannot be read. Give it to the user that runs Ordi',
      ({ DATA_DIR }) => {
        rmSync(join(DATA_DIR, 'secret.key'))
        mkdirSync(join(DATA_DIR, 'secret.key'))
      },
    ],
    [
      'secret',
      'secret.key is cut short. Put your copy of it back.',
      ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(20)),
    ],
    [
      'secret',
      'secret.key is not the one this database was encrypted with. Put the right one back.',
      ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(43)),
    ],
    [
      'secret',
      'The right one is',
      ({ DATA_DIR }) => {
        copyFileSync(join(DATA_DIR, 'secret.key'), join(DATA_DIR, 'secret.key.before-2027-01-01T000000Z'))
        writeFileSync(join(DATA_DIR, 'secret.key'), 'x'.repeat(43))
      },
    ],
    ['database', 'There was one, because', ({ file }) => rmSync(file)],
    ['database', 'is missing or empty. There was one, because', ({ file }) => writeFileSync(file, '')],
    ...(['certificate', 'plain', 'version'] as const).map(
      (fault): [string, string, (installation: ReturnType<typeof openInstallation>) => unknown] => [
        'mail server',
        MAIL_FAULTS[fault],
        async ({ use }) => {
          const SMTP_PORT = await listenWithTlsFault(fault)
          use((ctx) =>
            writeSettings(ctx, 'smtp', { SMTP_HOST: '127.0.0.1', SMTP_PORT, SMTP_SECURITY: 'tls' }),
          )
        },
      ],
    ),
    [
      'mail server',
      'wrong: mail.invalid:587: getaddrinfo',
      ({ use }) => use((ctx) => writeSettings(ctx, 'smtp', { SMTP_HOST: 'mail.invalid', SMTP_PORT: 587 })),
    ],
    [
      'outbox',
      'wrong: 1 of the messages that wait were refused',
      ({ use }) => use((ctx) => storeSms(ctx, 'queued')),
    ],
    [
      'outbox',
      'wrong: 1 messages about coming appointments were not sent',
      ({ use }) => use((ctx) => storeSms(ctx, 'failed')),
    ],
    [
      'outbox',
      'wrong: messages have waited for 60 minutes',
      ({ use }) => use((ctx) => storeSms({ ...ctx, now: ctx.now - HOUR }, 'queued')),
    ],
    [
      'Odoo',
      'wrong: Odoo kennt die Datenbank ODOO_DB nicht. Check it in the web admin, under Odoo.',
      ({ use }) =>
        use((ctx) => {
          const { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS } = SAMPLE_SETTINGS.odoo
          writeSettings(ctx, 'odoo', { ODOO_URL, ODOO_DB, ODOO_USER, ODOO_PASS, odoo_sync: true })
          const pullError = 'Odoo kennt die Datenbank ODOO_DB nicht.'
          ctx.db.insert(erpState).values({ id: 1, source: 'x', triedAt: ctx.now, pullError }).run()
        }),
    ],
    [
      'address',
      'wrong: https://a.example/termine has a path',
      ({ use }) => use((ctx) => writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://a.example/termine' })),
    ],
    [
      'database',
      'wrong: it is damaged',
      ({ file }) => writeFileSync(file, 'no database at all, '.repeat(50)),
    ],
    [
      'database',
      'wrong: it cannot be used (unable to open database file). Give it to the user that runs Ordi',
      ({ file }) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
    [
      'database',
      'wrong: it is of a newer version',
      ({ use }) => use((ctx) => ctx.db.$client.exec('update __drizzle_migrations set created_at = 9e15')),
    ],
    [
      'database',
      'hint: it is of an older version',
      ({ use }) => use((ctx) => ctx.db.$client.exec('update __drizzle_migrations set created_at = 1')),
    ],
    [
      'clock',
      'but something was stored at',
      ({ use }) => use((ctx) => ctx.db.$client.exec(`update settings set updated_at = ${Date.now() + HOUR}`)),
    ],
    ['backup', 'backups cannot be read', ({ DATA_DIR }) => writeFileSync(join(DATA_DIR, 'backups'), '')],
    [
      'backup',
      'wrong: the last one is 48 hours old',
      ({ DATA_DIR }) => {
        mkdirSync(join(DATA_DIR, 'backups'), { recursive: true, mode: 0o700 })
        writeFileSync(join(DATA_DIR, 'backups', `ordi-${fileStamp(Date.now() - 2 * DAY_LENGTH)}.db`), '')
      },
    ],
    [
      'drill',
      'wrong: the last one failed: no room. Try again: ordi drill',
      ({ use }) => use((ctx) => recordTask(ctx.db, 'drill', { at: 1, file: 'x.db', error: 'no room' })),
    ],
  ])('have a fault of: %s, "%s"', async (about, text, spoil) => {
    const installation = openInstallation()
    await spoil(installation)
    expect((await examined(installation.config))[about]).toContain(text)
  })

  it('are not from the future because the checks before took long', async () => {
    const { config, use } = openInstallation()
    const start = Date.now()
    use((ctx) => recordTask(ctx.db, 'drill', { at: start + 2 * MINUTE, file: 'x.db' }))
    const times = [start, start + 3 * MINUTE]
    const found = await examined(config, { now: () => times.shift() ?? start + 3 * MINUTE })
    expect(found.clock).toContain('good: ')
  })

  it('have no fault of an AFTER_BACKUP that is not set any more', async () => {
    const failed = { at: 1, file: 'x.db', error: 'status 1' }
    const { config, use } = openInstallation()
    use((ctx) => recordTask(ctx.db, 'after-backup', failed))
    expect((await examined(config)).AFTER_BACKUP).toBeUndefined()
    expect((await examined({ ...config, afterBackup: ['/bin/true'] })).AFTER_BACKUP).toContain('status 1')
  })

  it('give no advice about settings that cannot be read', async () => {
    const { config, file } = openInstallation()
    writeFileSync(file, 'no database at all, '.repeat(50))
    const found = await examined(config)
    expect([found['mail server'], found.sender, found.address]).toEqual([undefined, undefined, undefined])
    const set = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.at', BASE_URL: 'http://a.example' }
    expect(
      await examined({ ...config, ...readConfig({ ...set, DATA_DIR: config.dataDir, PORT: '1' }) }),
    ).toMatchObject({
      'mail server': expect.stringContaining('127.0.0.1:1'),
      sender: expect.stringContaining('b.at'),
      address: expect.stringContaining('http://a.example/'),
    })
  })

  it.skipIf(process.getuid?.() === 0)('have a fault of a database that cannot be written', async () => {
    const { config, file } = openInstallation()
    chmodSync(file, 0o400)
    expect((await examined(config)).database).toContain('Give it to the user that runs Ordi')
  })

  it('are not served while another program answers on the port', async () => {
    const { config } = openInstallation()
    const { port } = new URL(await listen((_request, response) => response.writeHead(404).end()))
    const found = await examined({ ...config, port: Number(port) })
    expect(found.server).toContain(`wrong: another program answers on port ${port} (status 404): stop it`)
  })

  it('are in no folder', async () => {
    const { config, file } = openInstallation()
    expect((await examined({ ...config, dataDir: file }))['data folder']).toContain('is no folder')
  })
})

describe('the mail server', () => {
  it('is tried with its login, without an e-mail', async () => {
    const box = await openSmtpServer({ login: { user: 'ordi', pass: 'richtig' } })
    onTestFinished(box.close)
    const { config, use } = openInstallation()
    const { hostname, port } = new URL(box.url)
    const set = (SMTP_PASS: string) =>
      use((ctx) =>
        writeSettings(ctx, 'smtp', {
          SMTP_HOST: hostname,
          SMTP_PORT: Number(port),
          SMTP_USER: 'ordi',
          SMTP_PASS,
        }),
      )
    set('richtig')
    expect((await examined(config))['mail server']).toBe(`good: ${hostname}:${port} takes the login`)
    set('falsches-wort')
    const found = await examined(config)
    expect(found['mail server']).toMatch(/^wrong: .*535.* Check the web admin, E-Mail-Server\.$/)
    expect(JSON.stringify(found)).not.toContain('falsches-wort')
    expect([box.logins, box.mails]).toEqual([['ordi', 'ordi'], []])
  })

  it.each([
    [
      { 'mail.example': 'v=spf1 -all', '_dmarc.mail.example': 'v=DMARC1; p=none' },
      'good: a@mail.example; mail.example has SPF and DMARC',
    ],
    [{ 'mail.example': 'v=spf1 -all' }, 'hint: mail.example has no DMARC record'],
    [{}, 'hint: mail.example has no SPF and DMARC record'],
  ])('with the TXT records %j: %s', async (records: Record<string, string>, text) => {
    const { config } = openInstallation({ MAIL_FROM: 'Ordi <a@mail.example>' })
    const resolveTxt = async (name: string) => {
      const record = records[name]
      if (record === undefined) throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
      // Long records come in parts.
      return [['other'], [record.slice(0, 4), record.slice(4)]]
    }
    expect((await examined(config, { resolveTxt })).sender).toContain(text)
  })
})

describe('the address', () => {
  /** A portal that listens, behind `proxy` if there is one; `env` is for the server and the command. */
  async function openPortal(env: Record<string, string> = {}, proxy?: (port: number) => RequestListener) {
    const PORT = String(await freePort())
    const BASE_URL = proxy ? await listen(proxy(Number(PORT))) : `http://127.0.0.1:${PORT}`
    const DATA_DIR = tempDir()
    const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT, BASE_URL, ...env })
    const app = openApp(config, undefined, { log: openLog({ logLevel: 'silent' }) })
    const server = await openServer(app.http.fetch, config)
    onTestFinished(async () => {
      await server.close()
      app.close()
    })
    return config
  }
  const resolveHost = async (host: string) => [host]
  const forwarding = (header: (from: string | undefined) => string) => (port: number) => passTo(port, header)
  const TRUSTED = { TRUSTED_PROXIES: '127.0.0.1' }

  it('leads here', async () => {
    const config = await openPortal()
    expect(await examined(config, { resolveHost })).toMatchObject({
      server: `good: answers on port ${config.port}`,
      address: expect.stringContaining('wrong: http://127.0.0.1'),
      'from outside': `good: ${config.baseUrl}/ leads to this installation`,
      proxy: 'good: none',
    })
  })

  it('leads to another installation', async () => {
    const other = await openPortal()
    const here = await openPortal()
    const found = await examined({ ...here, baseUrl: other.baseUrl }, { resolveHost })
    expect(found['from outside']).toContain('another program or installation answers (status 404)')
  })

  it('leads on to another one', async () => {
    const config = await openPortal()
    const baseUrl = await listen((_request, response) =>
      response.writeHead(301, { location: 'https://neu.example/' }).end(),
    )
    const found = await examined({ ...config, baseUrl }, { resolveHost })
    expect(found['from outside']).toContain('it leads on to https://neu.example/. Set BASE_URL')
  })

  it('cannot be reached', async () => {
    const config = await openPortal()
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const found = await examined({ ...config, baseUrl }, { resolveHost })
    expect(found['from outside']).toMatch(/^wrong: .*no answer \(.*ECONNREFUSED.*\)\. Try it with a phone/)
  })

  it.each([
    [
      'trusted, and replaces the header',
      'good: it is trusted, and names the visitor',
      TRUSTED,
      () => '203.0.113.5',
    ],
    [
      'trusted, and adds to the header',
      'good: it is trusted',
      TRUSTED,
      (from: string | undefined) => [from, '203.0.113.5'].filter(Boolean).join(', '),
    ],
    [
      'trusted, and passes on what visitors invent',
      'wrong: it passes on an X-Forwarded-For that visitors invent',
      TRUSTED,
      (from: string | undefined) => from ?? '203.0.113.5',
    ],
    ['not trusted', 'wrong: 127.0.0.1 is not trusted: add it to TRUSTED_PROXIES', {}, () => '203.0.113.5'],
  ])('has a proxy that is %s', async (_title, text, env, header) => {
    const config = await openPortal(env as Record<string, string>, forwarding(header))
    expect((await examined(config, { resolveHost })).proxy).toContain(text)
  })

  it.each([
    [['203.0.113.5', '2001:db8::5'], 'good: 127.0.0.1 is 203.0.113.5, 2001:db8::5'],
    [[], 'wrong: 127.0.0.1 has no address'],
  ])('has the addresses %j in the DNS', async (addresses, text) => {
    const { config } = openInstallation({ BASE_URL: 'http://127.0.0.1:1' })
    expect((await examined(config, { resolveHost: async () => addresses })).DNS).toContain(text)
  })

  it('is not called missing while no name server answers', async () => {
    const { config } = openInstallation({ MAIL_FROM: 'a@mail.example', BASE_URL: 'http://termine.example:1' })
    const fail = (message: string, code: string) => async () => {
      throw Object.assign(new Error(message), { code })
    }
    expect(
      await examined(config, {
        resolveHost: fail('getaddrinfo EAI_AGAIN termine.example', 'EAI_AGAIN'),
        resolveTxt: fail('queryTxt ETIMEOUT mail.example', 'ETIMEOUT'),
      }),
    ).toMatchObject({
      DNS: 'hint: termine.example cannot be looked up here (getaddrinfo EAI_AGAIN termine.example)',
      sender: 'hint: mail.example cannot be looked up here (queryTxt ETIMEOUT mail.example)',
    })
    expect(
      (await examined(config, { resolveHost: fail('getaddrinfo ENOTFOUND', 'ENOTFOUND') })).DNS,
    ).toContain('wrong: termine.example has no address')
  })

  it('is the one that patients get in their e-mails', async () => {
    const { config, use } = openInstallation({ BASE_URL: 'http://start.example' })
    use((ctx) => writeSettings(ctx, 'urls', { PATIENT_BASE_URL: 'https://termine.example' }))
    expect((await examined(config)).address).toBe('good: https://termine.example/')
  })

  it('is one of the private network', async () => {
    const { config } = openInstallation({ BASE_URL: 'http://termine.example:1' })
    expect(await examined(config, { resolveHost: async () => ['192.168.1.5'] })).toMatchObject({
      address: expect.stringContaining('hint: http://termine.example:1/ is not encrypted'),
      DNS: 'hint: termine.example is 192.168.1.5, which cannot be reached from the internet',
    })
  })
})

it('a check that does not end is reported', async () => {
  const found = await within(20, 'mail server', () => new Promise<never>(() => {}))
  expect(found).toMatchObject([{ level: 'wrong', about: 'mail server', text: 'no result within 0.02 s' }])
})

describe('the command', () => {
  it('answers programs in JSON, with German words for the admin area', async () => {
    const { DATA_DIR } = openInstallation()
    const { status, out } = await ordi(['doctor', '--json'], { DATA_DIR, PORT: '1' })
    const findings: { about: string; german: string }[] = JSON.parse(out)
    expect([status, findings.find(({ about }) => about === 'mail server')]).toEqual([
      0,
      {
        level: 'wrong',
        about: 'mail server',
        text: expect.stringContaining('none is set'),
        german: expect.stringContaining('Es ist keiner eingerichtet.'),
      },
    ])
  })

  it('looks at a running portal behind https, and says what its status is', async () => {
    const DATA_DIR = tempDir()
    const PORT = await freePort()
    const proxy = createServer(
      { cert: readPem('server.pem'), key: readPem('server.key') },
      passTo(PORT, () => '203.0.113.5'),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const BASE_URL = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const env = { DATA_DIR, APP_SECRET, BASE_URL, TRUSTED_PROXIES: '127.0.0.0/8', PORT: String(PORT) }
    await startOrdi(env)
    const trusting = await ordiProcess(['doctor'], { ...env, NODE_EXTRA_CA_CERTS: PRIVATE_CA })
    expect(trusting.out).toMatch(/^✓ certificate +valid for \d+ days, by /m)
    expect(trusting.out).toContain(`leads to this installation`)
    expect(trusting.out).toMatch(/^✓ proxy +it is trusted, and names the visitor$/m)
    expect(trusting.out).toMatch(/^✓ HSTS +browsers use https only$/m)
    expect([trusting.status, trusting.err]).toEqual([1, ''])
    const { out } = await ordi(['doctor'], env)
    expect(out).toMatch(/^✗ certificate +localhost: .*certificate.* Look into the log of the proxy/m)
    expect(out).toMatch(/^✗ from outside/m)
  })

  it.each([['--all'], ['--clock'], ['--clock', 'bald'], ['--clock', 'https://a.example', 'x']])(
    'refuses %s %s %s',
    async (...args) => {
      expect(await ordi(['doctor', ...args.filter(Boolean)])).toEqual({
        status: 1,
        out: '',
        err: 'usage: ordi doctor [--clock URL | --json]\n',
      })
    },
  )
})

/** A proxy in front of the port, which sends the given X-Forwarded-For. */
function passTo(port: number, forwardedFor: (from: string | undefined) => string): RequestListener {
  return (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': forwardedFor(incoming.headers['x-forwarded-for']?.toString()),
      'x-forwarded-proto': 'https',
    }
    const onward = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
}
