import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { failure, ordi, ordiProcess, success } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { signInAt, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { admin } from './admin.ts'

const USAGE =
  'usage: ordi admin add EMAIL [--name NAME] [--role doctor|assistant|technik] | password EMAIL [--without-second-factor] | list'
const ROSA = 'rosa@musterfrau.example'
const PASSWORD = 'drei Enten fahren Tretboot'
/** Matches the output about a generated password. */
const GENERATED = /\nPassword: ([0-9a-z]{5}(?:-[0-9a-z]{5}){3})\nIt is shown this once\.\n/

function generatedPassword(out: string): string {
  const password = GENERATED.exec(out)?.[1]
  if (password === undefined) throw new Error(`no password is printed: ${out}`)
  return password
}

/** Runs the command in this process, which is faster and enough for early refusals. */
const runHere = async (DATA_DIR: string, ...args: string[]) =>
  admin.run(readConfig({ DATA_DIR, LOG_LEVEL: 'silent' }), args)

/** Requests the session of a token from the server. */
const askForSession = (url: string, token: string) =>
  fetch(`${url}/api/admin/session`, { headers: { authorization: `Bearer ${token}` } })

describe('ordi admin add', () => {
  it('adds an admin with the piped password while the server runs', async () => {
    const DATA_DIR = tempDir()
    const password = ' 🦆 mit Rand und Umlaut ö '
    const server = await startOrdi({ DATA_DIR })
    expect(
      await ordiProcess(
        ['admin', 'add', 'Rosa@Musterfrau.example', '--name', ' Rosa  Musterfrau '],
        { DATA_DIR, ORDI_DEMO: '1' },
        `${password}\r\n`,
      ),
    ).toEqual(success(`${ROSA} may sign in now.\n`))
    const answer = await signInAt(server.url, { email: ROSA, password })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { user: { name: 'Rosa Musterfrau', email: ROSA, role: 'doctor' } },
    ])
    expect((await signInAt(server.url, { email: ROSA, password: password.trim() })).status).toBe(401)
    await server.stop()
    expect(
      rowsIn(DATA_DIR, `select actor, action, subject from audit where actor = 'cli' and id > 1`),
    ).toEqual([{ actor: 'cli', action: 'admin-added', subject: ROSA }])
    expect(rowsIn(DATA_DIR, 'select * from services')).toEqual([])
  })

  it('stores a Punycode domain with its umlauts, and finds the admin by either', async () => {
    const DATA_DIR = tempDir()
    const [umlauts, punycode] = ['rosa@bücher.example', 'Rosa@xn--bcher-kva.example']
    expect((await ordi(['admin', 'add', punycode], { DATA_DIR })).out).toContain(
      `${umlauts} may sign in now.`,
    )
    for (const email of [umlauts, punycode])
      expect((await ordi(['admin', 'password', email], { DATA_DIR })).out).toContain(
        `${umlauts} has a new password`,
      )
    expect(await ordi(['admin', 'add', umlauts], { DATA_DIR })).toMatchObject({
      status: 1,
      err: expect.stringContaining('There is an admin with this e-mail address already'),
    })
  })

  it('generates and prints a password without a pipe', async () => {
    const DATA_DIR = tempDir()
    const { status, out, err } = await ordiProcess(['admin', 'add', ROSA], { DATA_DIR })
    expect([status, out, err]).toEqual([0, expect.stringMatching(GENERATED), ''])
    const server = await startOrdi({ DATA_DIR })
    const login = { email: ROSA, password: generatedPassword(out) }
    expect((await signInAt(server.url, login)).status).toBe(200)
    await server.stop()
  })

  it('generates a password when the pipe is empty', async () => {
    const { status, out } = await ordi(['admin', 'add', ROSA], { DATA_DIR: tempDir() }, '\n')
    expect([status, out]).toEqual([0, expect.stringMatching(GENERATED)])
  })

  it.each([
    { password: 'kurz', why: 'The password is refused: it must have at least 12 characters.' },
    {
      password: 'Ordination Dr. Demo Muster',
      why: 'The password is refused: it must not hold the e-mail address or the name of the practice.',
    },
    { password: `${PASSWORD}\n${PASSWORD}\n`, why: 'The password must be one line of text.' },
  ])('refuses the password $password', async ({ password, why }) => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR })
    expect(await ordi(['admin', 'add', ROSA], { DATA_DIR }, password)).toEqual(
      failure(`Nothing was changed. ${why}\n`),
    )
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual([])
  })

  it('refuses the address of an admin, in any case', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const before = rowsIn(DATA_DIR, 'select * from admins')
    expect(await ordi(['admin', 'add', ROSA.toUpperCase()], { DATA_DIR }, `${PASSWORD}!`)).toEqual(
      failure(`There is an admin with this e-mail address already: ${ROSA.toUpperCase()}\n`),
    )
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual(before)
  })

  it.each([
    { given: ['rosa'], sentence: 'This is no e-mail address: rosa' },
    {
      given: [ROSA, '--name', 'x'.repeat(81)],
      sentence: 'The name must be one line of at most 80 characters.',
    },
  ])('refuses $given', async ({ given, sentence }) => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    await expect(runHere(DATA_DIR, 'add', ...given)).rejects.toThrow(sentence)
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual([])
  })
})

/** Makes a data folder in which Rosa has a second factor of every kind. */
async function makeRosaWithFactors(): Promise<string> {
  const DATA_DIR = tempDir()
  await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
  changeDatabase(
    DATA_DIR,
    `update admins set totp_secret = 'encrypted', totp_step = 1;
     insert into recovery_codes (admin_id, code) select id, 'x' from admins;
     insert into passkeys (admin_id, name, credential_id, public_key, counter, created_at)
       select id, '', 'x', 'x', 0, 0 from admins`,
  )
  return DATA_DIR
}

function factorsIn(DATA_DIR: string) {
  return rowsIn(
    DATA_DIR,
    `select totp_secret, totp_step, (select count(*) from recovery_codes) as codes,
       (select count(*) from passkeys) as passkeys from admins`,
  )
}

function changeDatabase(DATA_DIR: string, sql: string): void {
  const db = new Database(join(DATA_DIR, 'ordi.db'))
  db.exec(sql)
  db.close()
}

describe('ordi admin password', () => {
  it('replaces the password, ends every session and clears the failed sign-ins', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const server = await startOrdi({ DATA_DIR, TRUSTED_PROXIES: '127.0.0.1' })
    const { token } = (await (await signInAt(server.url, { email: ROSA, password: PASSWORD })).json()) as {
      token: string
    }
    expect((await askForSession(server.url, token)).status).toBe(200)
    const signInFrom = (address: string, password: string) =>
      signInAt(server.url, { email: ROSA, password }, { 'x-forwarded-for': address })
    for (let i = 0; i < 5; i++) expect((await signInFrom('192.0.2.1', 'wrong')).status).toBe(401)
    expect((await signInFrom('192.0.2.1', PASSWORD)).status).toBe(429)

    expect(await ordi(['admin', 'password', ROSA], { DATA_DIR }, `${PASSWORD}!`)).toEqual(
      success(`${ROSA} has a new password and is signed out everywhere.\n`),
    )
    expect((await askForSession(server.url, token)).status).toBe(401)
    expect((await signInFrom('192.0.2.1', PASSWORD)).status).toBe(401)
    expect((await signInFrom('192.0.2.1', `${PASSWORD}!`)).status).toBe(200)
    await server.stop()
    expect(
      rowsIn(
        DATA_DIR,
        `select actor, subject from audit where action in ('password-changed', 'second-factor-off')`,
      ),
    ).toEqual([{ actor: 'cli', subject: ROSA }])
  })

  it('keeps the second factor on, and says how to switch it off', async () => {
    const DATA_DIR = await makeRosaWithFactors()
    const { status, out } = await ordi(['admin', 'password', ROSA], { DATA_DIR }, PASSWORD)
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/\nThe second factor stays on; --without-second-factor takes it off\.\n$/),
    ])
    expect(factorsIn(DATA_DIR)).toEqual([{ totp_secret: 'encrypted', totp_step: 1, codes: 1, passkeys: 1 }])
  })

  it('switches the second factor off on request', async () => {
    const DATA_DIR = await makeRosaWithFactors()
    const args = ['admin', 'password', ROSA, '--without-second-factor']
    const { status, out } = await ordi(args, { DATA_DIR }, PASSWORD)
    expect([status, out]).toEqual([0, expect.stringMatching(/\nThe second factor is off\.\n$/)])
    expect(factorsIn(DATA_DIR)).toEqual([{ totp_secret: null, totp_step: null, codes: 0, passkeys: 0 }])
    expect(rowsIn(DATA_DIR, `select actor, subject from audit where action = 'second-factor-off'`)).toEqual([
      { actor: 'cli', subject: ROSA },
    ])
  })

  it('refuses an unknown address and a bad password', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const before = rowsIn(DATA_DIR, 'select * from admins')
    await expect(runHere(DATA_DIR, 'password', 'hans@muster.example')).rejects.toThrow(
      'There is no admin with this e-mail address: hans@muster.example',
    )
    expect((await ordi(['admin', 'password', ROSA], { DATA_DIR }, 'kurz')).status).toBe(1)
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual(before)
  })
})

describe('ordi admin add and password', () => {
  it('notify the existing doctors, without any password', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA, '--name', 'Rosa'], { DATA_DIR }, PASSWORD)
    expect(rowsIn(DATA_DIR, 'select id from messages')).toEqual([])
    const otto = 'otto@ordination.example'
    const added = await ordi(['admin', 'add', otto, '--role', 'assistant'], { DATA_DIR })
    expect((await ordi(['admin', 'add', otto], { DATA_DIR }, PASSWORD)).status).toBe(1)
    await ordi(['admin', 'password', ROSA], { DATA_DIR }, `${PASSWORD}!`)

    type Notice = Record<'kind' | 'recipient' | 'text' | 'html', string>
    const notices = rowsIn(DATA_DIR, 'select * from messages order by id') as Notice[]
    expect(notices.map(({ kind, recipient, text }) => [kind, recipient, text.split('\n')[2]])).toEqual([
      ['security-notice', ROSA, `${otto} hat einen Zugang bekommen (Assistenz).`],
      ['security-notice', ROSA, `Für Rosa (${ROSA}) wurde ein neues Passwort gesetzt.`],
    ])
    for (const { text, html } of notices) {
      expect(text).toContain('Von: Jemand an der Befehlszeile des Servers')
      // Nobody in the admin area can sign that person out.
      expect(text).toContain('Rufen Sie gleich die Person an, die Ihren Server betreut')
      expect(text).not.toContain('wer das war')
      for (const secret of [PASSWORD, generatedPassword(added.out)]) expect(text + html).not.toContain(secret)
    }
  })
})

describe('ordi admin list', () => {
  it('lists admins, their role and their second factor', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed'], { DATA_DIR })
    expect(await ordi(['admin', 'list'], { DATA_DIR })).toEqual(
      success('There is no admin yet. The first start of the server makes one.\n'),
    )
    await ordi(['admin', 'add', ROSA, '--name', 'Rosa Musterfrau'], { DATA_DIR }, PASSWORD)
    await ordi(['admin', 'add', 'hans@muster.example', '--role', 'assistant'], { DATA_DIR }, PASSWORD)
    changeDatabase(DATA_DIR, `update admins set totp_step = 1 where email = '${ROSA}'`)
    expect(await ordi(['admin', 'list'], { DATA_DIR })).toEqual(
      success(
        `hans@muster.example, assistant, second factor off\n${ROSA} (Rosa Musterfrau), doctor, second factor on\n`,
      ),
    )
  })
})

describe('ordi admin', () => {
  it.each([[['list']], [['password', ROSA]]])('%j creates no database', async (args) => {
    const DATA_DIR = tempDir()
    expect(await ordi(['admin', ...args], { DATA_DIR })).toEqual(
      failure(`There is no database: ${DATA_DIR}/ordi.db\n`),
    )
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it.each([
    [[]],
    [['remove', ROSA]],
    [['add']],
    [['add', ROSA, PASSWORD]],
    [['add', ROSA, '--without-second-factor']],
    [['add', ROSA, '--name']],
    [['add', ROSA, '--role', 'admin']],
    [['password', ROSA, '--role', 'assistant']],
    [['password', ROSA, '--name', 'Rosa']],
    [['list', ROSA]],
  ])('prints its usage for %j, and creates nothing', async (args) => {
    const DATA_DIR = tempDir()
    await expect(runHere(DATA_DIR, ...args)).rejects.toThrow(USAGE)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('prints its usage to standard error with status 1', async () => {
    const DATA_DIR = tempDir()
    const { status, out, err } = await ordi(['admin'], { DATA_DIR })
    expect([status, out, err.startsWith(`${USAGE}\n`)]).toEqual([1, '', true])
  })
})
