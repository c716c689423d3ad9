import { spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, MAIN, ordi, ordiProcess, rowsIn, signInAt, startOrdi } from '../testing/command-line.ts'
import { freePort } from '../testing/free-port.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Linux fails every write to this device as if the disk were full. */
const FULL_DISK = '/dev/full'
const ADMIN_PASSWORD = 'drei Enten fahren Tretboot'

/** The lines that announce the first admin. */
const PRINTED = /\n {2}E-mail: {3}(\S+)\n {2}Password: ([0-9a-z]{5}(?:-[0-9a-z]{5}){3})\n/

const adminsIn = (DATA_DIR: string) => rowsIn(DATA_DIR, 'select email from admins')

/** Starts a server, signs in and stops it. @returns the status of the login, and the output */
async function visit(env: Record<string, string>, email: string, password: string) {
  const server = await startOrdi(env)
  const { status } = await signInAt(server.url, email, password)
  await server.stop()
  return { status, out: server.output().out }
}

describe('the first admin', () => {
  it('is printed only at the first start, and never logged', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ORDI_DEMO: '1' })
    const { out } = server.output()
    const [, email = '', password = ''] = PRINTED.exec(out) ?? []
    expect(email).toBe('admin@localhost')
    expect(out).toContain(`Sign in at http://localhost:${server.port}/admin/login and change it there.`)
    for (const line of out.split('\n').filter((each) => each.startsWith('{')))
      expect(line).not.toContain(password)
    expect((await signInAt(server.url, email, password)).status).toBe(200)
    expect((await signInAt(server.url, 'admin@localhost', 'admin')).status).toBe(401)
    await server.stop()
    expect(readFileSync(join(DATA_DIR, 'ordi.db')).includes(password)).toBe(false)

    const second = await visit({ DATA_DIR, ORDI_DEMO: '1' }, email, password)
    expect([second.status, second.out]).toEqual([200, expect.not.stringContaining('Password')])
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
    expect([status, stderr]).toEqual([
      1,
      'The password of the first admin cannot be printed (ENOSPC), so there is none yet. Set ADMIN_PASSWORD, or let standard output be written.\n',
    ])
    expect(adminsIn(DATA_DIR)).toEqual([])
    const server = await startOrdi({ DATA_DIR })
    await server.stop()
    expect(server.output().out).toMatch(PRINTED)
  })

  it('is created from the environment before the server answers, without printing a password', async () => {
    const DATA_DIR = tempDir()
    const file = join(tempDir(), 'password')
    writeFileSync(file, `${ADMIN_PASSWORD}\n`)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { DATA_DIR, ADMIN_EMAIL: 'Dr.Muster@ordination.example', ADMIN_PASSWORD_FILE: file }
    const starting = startOrdi({ ...env, PORT: String(port) })
    const signIn = () => signInAt(url, 'dr.muster@ordination.example', ADMIN_PASSWORD).catch(() => undefined)
    let status: number | undefined
    while (status === undefined) status = (await signIn())?.status
    const server = await starting
    await server.stop()
    expect([status, adminsIn(DATA_DIR)]).toEqual([200, [{ email: 'dr.muster@ordination.example' }]])
    const { out } = server.output()
    expect(out).not.toMatch(/Password|Tretboot/)
    for (const line of out.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('gets a generated password if only the address is set', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR, ADMIN_EMAIL: 'dr.muster@ordination.example' })
    const [, email = '', password = ''] = PRINTED.exec(server.output().out) ?? []
    expect(email).toBe('dr.muster@ordination.example')
    expect((await signInAt(server.url, email, password)).status).toBe(200)
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

  it('replaces the one from a start without ADMIN_EMAIL, once', async () => {
    const DATA_DIR = tempDir()
    await visit({ DATA_DIR, ORDI_DEMO: '1' }, 'admin@localhost', '')
    const env = { DATA_DIR, ADMIN_EMAIL: 'dr.muster@ordination.example', ADMIN_PASSWORD }
    const { status } = await visit(env, 'dr.muster@ordination.example', ADMIN_PASSWORD)
    expect([status, adminsIn(DATA_DIR)]).toEqual([200, [{ email: 'dr.muster@ordination.example' }]])
    const other = { ...env, ADMIN_EMAIL: 'rosa@musterfrau.example' }
    expect((await visit(other, 'rosa@musterfrau.example', ADMIN_PASSWORD)).status).toBe(401)
  })

  it('is not created if there already is an admin', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR, ADMIN_PASSWORD })
    expect(adminsIn(DATA_DIR)).toEqual([])
    await ordi(['admin', 'add', 'rosa@musterfrau.example'], { DATA_DIR }, ADMIN_PASSWORD)
    const env = { DATA_DIR, ADMIN_EMAIL: 'rosa@musterfrau.example', ADMIN_PASSWORD: `${ADMIN_PASSWORD}!` }
    const { status, out } = await visit(env, 'rosa@musterfrau.example', ADMIN_PASSWORD)
    expect([status, adminsIn(DATA_DIR)]).toEqual([200, [{ email: 'rosa@musterfrau.example' }]])
    expect(out).not.toContain('Password')
  })
})
