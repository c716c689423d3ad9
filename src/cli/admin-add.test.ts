import { closeSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { GENERATED_PASSWORD, generatedPassword, runAdminInProcess } from '../testing/admin-command.ts'
import { PASSWORD } from '../testing/admins.ts'
import { failure, ordi, ordiProcess, success } from '../testing/command-line.ts'
import { rowsIn } from '../testing/data-directory.ts'
import { signInAt, startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

const ROSA = 'rosa@musterfrau.example'

/** Replaces standard input by a pipe that stays open until the end of the test. Returns the pipe. */
function openPipedInput(): PassThrough {
  const file = openSync(join(tempDir(), 'input'), 'w')
  onTestFinished(() => closeSync(file))
  // The command tells a pipe from a terminal by its file.
  const pipe = Object.assign(new PassThrough(), { fd: file })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(pipe as unknown as typeof process.stdin)
  return pipe
}

/*
 * `ordiProcess` starts the program, for its standard input. `ordi` and `runAdminInProcess` run a command in
 * the process of the test, which is faster. The latter throws instead of printing.
 */

describe('ordi admin add', () => {
  it('adds an admin with the piped password while the server runs', async () => {
    const DATA_DIR = tempDir()
    const password = ' 🦆 mit Rand und Umlaut ö '
    const server = await startOrdi({ DATA_DIR })
    const args = ['admin', 'add', 'Rosa@Musterfrau.example', '--name', ' Rosa  Musterfrau ']
    expect(await ordiProcess(args, { DATA_DIR, ORDI_DEMO: '1' }, `${password}\r\n`)).toEqual(
      success(`${ROSA} may sign in now.\n`),
    )
    const answer = await signInAt(server.url, { email: ROSA, password })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      user: { name: 'Rosa Musterfrau', email: ROSA, role: 'doctor' },
    })
    expect((await signInAt(server.url, { email: ROSA, password: password.trim() })).status).toBe(401)
    await server.stop()
    expect(
      // The first row is about the first admin, whom the start of the server adds.
      rowsIn(DATA_DIR, `select actor, action, subject from audit where actor = 'cli' and id > 1`),
    ).toEqual([{ actor: 'cli', action: 'admin-added', subject: ROSA }])
    expect(rowsIn(DATA_DIR, 'select * from services')).toEqual([])
  })

  it('stores a Punycode domain with its umlauts, and finds the admin by either', async () => {
    const DATA_DIR = tempDir()
    const withUmlaut = 'rosa@bücher.example'
    const inPunycode = 'Rosa@xn--bcher-kva.example'
    expect((await ordi(['admin', 'add', inPunycode], { DATA_DIR })).out).toContain(
      `${withUmlaut} may sign in now.`,
    )
    for (const email of [withUmlaut, inPunycode])
      expect((await ordi(['admin', 'password', email], { DATA_DIR })).out).toContain(
        `${withUmlaut} has a new password`,
      )
    expect(await ordi(['admin', 'add', withUmlaut], { DATA_DIR })).toMatchObject({
      status: 1,
      err: expect.stringContaining('There is an admin with this e-mail address already'),
    })
  })

  it('generates and prints a password without a pipe', async () => {
    const DATA_DIR = tempDir()
    const added = await ordiProcess(['admin', 'add', ROSA], { DATA_DIR })
    expect(added).toEqual(success(expect.stringMatching(GENERATED_PASSWORD)))
    const server = await startOrdi({ DATA_DIR })
    const login = { email: ROSA, password: generatedPassword(added.out) }
    expect((await signInAt(server.url, login)).status).toBe(200)
    await server.stop()
  })

  it('generates a password when the pipe is empty', async () => {
    const added = await ordi(['admin', 'add', ROSA], { DATA_DIR: tempDir() }, '\n')
    expect(added).toMatchObject({ status: 0, out: expect.stringMatching(GENERATED_PASSWORD) })
  })
})

describe('ordi admin add with a wrong argument or password', () => {
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

  it('refuses the e-mail address of an admin, in any case', async () => {
    const DATA_DIR = tempDir()
    await ordi(['admin', 'add', ROSA], { DATA_DIR }, PASSWORD)
    const adminsAtFirst = rowsIn(DATA_DIR, 'select * from admins')
    expect(await ordi(['admin', 'add', ROSA.toUpperCase()], { DATA_DIR }, `${PASSWORD}!`)).toEqual(
      failure(`There is an admin with this e-mail address already: ${ROSA.toUpperCase()}\n`),
    )
    expect(rowsIn(DATA_DIR, 'select * from admins')).toEqual(adminsAtFirst)
  })

  it.each([
    { args: ['rosa'], sentence: 'This is no e-mail address: rosa' },
    {
      args: [ROSA, '--name', 'x'.repeat(81)],
      sentence: 'The name must be one line of at most 80 characters.',
    },
  ])('refuses $args', async ({ args, sentence }) => {
    const DATA_DIR = tempDir()
    await expect(runAdminInProcess(DATA_DIR, 'add', ...args)).rejects.toThrow(sentence)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('makes no database for a password that is refused', async () => {
    const DATA_DIR = tempDir()
    expect((await ordi(['admin', 'add', ROSA], { DATA_DIR }, 'kurz')).status).toBe(1)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('waits a minute for a pipe that stays open, and changes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const pipe = openPipedInput()
    const hint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const DATA_DIR = tempDir()
    const refusal = expect(runAdminInProcess(DATA_DIR, 'add', ROSA)).rejects.toThrow(
      'Nothing was changed. Standard input did not end within 60 seconds: pipe the password in, or have one made with </dev/null',
    )
    pipe.write('the beginning of a password')
    await vi.advanceTimersByTimeAsync(60_000)
    await refusal
    expect(hint.mock.calls).toEqual([['Waiting for the password on standard input …']])
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})
