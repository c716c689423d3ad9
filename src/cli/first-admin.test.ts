import { spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, MAIN, ordi, ordiProcess } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { freePort } from '../testing/free-port.ts'
import { signInAt, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Linux fails every write to this device as if the disk were full. */
const FULL_DISK = '/dev/full'
const ADMIN_PASSWORD = 'drei Enten fahren Tretboot'
const DR_MUSTER = 'dr.muster@ordination.example'
const ROSA = 'rosa@musterfrau.example'

/** The lines that announce the first admin. */
const PRINTED_LOGIN =
  /\n {2}E-mail: {3}(?<email>\S+)\n {2}Password: (?<password>[0-9a-z]{5}(?:-[0-9a-z]{5}){3})\n/

/** Returns the login that the output announces. */
function printedLogin(out: string) {
  const { email, password } = PRINTED_LOGIN.exec(out)?.groups ?? {}
  if (email === undefined || password === undefined) throw new Error(`no login is printed: ${out}`)
  return { email, password }
}

const adminsIn = (DATA_DIR: string) => rowsIn(DATA_DIR, 'select email from admins')

/** Starts a server, signs in and stops it. @returns the status of the login, and the output */
async function visit(env: Record<string, string>, login: { email: string; password: string }) {
  const server = await startOrdi(env)
  const { status } = await signInAt(server.url, login)
  await server.stop()
  return { status, out: server.output().out }
}

describe('the first admin', () => {
  it('is printed only at the first start, and never logged', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1' })
    const { out } = server.output()
    const login = printedLogin(out)
    expect(login.email).toBe('admin@localhost')
    expect(out).toContain(`Sign in at http://localhost:${server.port}/admin/login and change it there.`)
    const logLines = out.split('\n').filter((line) => line.startsWith('{'))
    for (const line of logLines) expect(line).not.toContain(login.password)
    expect((await signInAt(server.url, login)).status).toBe(200)
    expect((await signInAt(server.url, { email: 'admin@localhost', password: 'admin' })).status).toBe(401)
    await server.stop()
    expect(readFileSync(join(DATA_DIR, 'ordi.db')).includes(login.password)).toBe(false)

    const secondStart = await visit({ DATA_DIR, ORDI_DEMO: '1' }, login)
    expect(secondStart.status).toBe(200)
    expect(secondStart.out).not.toContain('Password')
  })

  it.runIf(existsSync(FULL_DISK))('is not created while its password cannot be printed', async () => {
    const DATA_DIR = tempDir()
    const env = { DATA_DIR, PORT: String(await freePort()), HOST: '127.0.0.1' }
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'serve'], {
      env,
      stdio: ['ignore', openSync(FULL_DISK, 'w'), 'pipe'],
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(status).toBe(1)
    expect(stderr).toBe(
      'The password of the first admin cannot be printed (ENOSPC), so there is none yet. Set ADMIN_PASSWORD, or let standard output be written.\n',
    )
    expect(adminsIn(DATA_DIR)).toEqual([])
    const server = await startOrdi({ DATA_DIR })
    await server.stop()
    expect(server.output().out).toMatch(PRINTED_LOGIN)
  })
})

describe('the first admin from the environment', () => {
  it('is created before the server answers, without printing a password', async () => {
    const DATA_DIR = tempDir()
    const file = join(tempDir(), 'password')
    writeFileSync(file, `${ADMIN_PASSWORD}\n`)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { DATA_DIR, ADMIN_EMAIL: 'Dr.Muster@ordination.example', ADMIN_PASSWORD_FILE: file }
    const starting = startOrdi({ ...env, PORT: String(port) })
    const signIn = () => signInAt(url, { email: DR_MUSTER, password: ADMIN_PASSWORD }).catch(() => undefined)
    // The first answer counts, whenever it comes.
    let status: number | undefined
    while (status === undefined) status = (await signIn())?.status
    const server = await starting
    await server.stop()
    expect(status).toBe(200)
    expect(adminsIn(DATA_DIR)).toEqual([{ email: DR_MUSTER }])
    const { out } = server.output()
    expect(out).not.toMatch(/Password|Tretboot/)
    for (const line of out.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('gets a generated password if only the e-mail address is set', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ADMIN_EMAIL: DR_MUSTER })
    const login = printedLogin(server.output().out)
    expect(login.email).toBe(DR_MUSTER)
    expect((await signInAt(server.url, login)).status).toBe(200)
    await server.stop()
  })

  it('is refused with a password that contains the name of the practice', async () => {
    const DATA_DIR = tempDir()
    const env = { DATA_DIR, ORDI_DEMO: '1', ADMIN_PASSWORD: 'Ordination Dr. Demo Muster!' }
    expect(await ordiProcess(['serve'], env)).toEqual(
      failure(
        'ADMIN_PASSWORD is refused: it must not hold the e-mail address or the name of the practice.\n',
      ),
    )
    expect(adminsIn(DATA_DIR)).toEqual([])
  })

  it('replaces the admin from a start without ADMIN_EMAIL, once', async () => {
    const DATA_DIR = tempDir()
    const withoutEmail = await startOrdi({ DATA_DIR, ORDI_DEMO: '1' })
    await withoutEmail.stop()
    expect(adminsIn(DATA_DIR)).toEqual([{ email: 'admin@localhost' }])

    const env = { DATA_DIR, ADMIN_EMAIL: DR_MUSTER, ADMIN_PASSWORD }
    const { status } = await visit(env, { email: DR_MUSTER, password: ADMIN_PASSWORD })
    expect(status).toBe(200)
    expect(adminsIn(DATA_DIR)).toEqual([{ email: DR_MUSTER }])

    const loginOfRosa = { email: ROSA, password: ADMIN_PASSWORD }
    expect((await visit({ ...env, ADMIN_EMAIL: ROSA }, loginOfRosa)).status).toBe(401)
  })

  it('is not created if there already is an admin', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR, ADMIN_PASSWORD })
    expect(adminsIn(DATA_DIR)).toEqual([])
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, ADMIN_PASSWORD)
    const env = { DATA_DIR, ADMIN_EMAIL: ROSA, ADMIN_PASSWORD: `${ADMIN_PASSWORD}!` }
    const { status, out } = await visit(env, { email: ROSA, password: ADMIN_PASSWORD })
    expect(status).toBe(200)
    expect(adminsIn(DATA_DIR)).toEqual([{ email: ROSA }])
    expect(out).not.toContain('Password')
  })
})
