import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { ADMIN, insertAdmin, signIn, turnOnSecondFactor } from '../testing/admins.ts'
import { failure, ordi } from '../testing/command-line.ts'
import { earlierSecretsIn, secretIn } from '../testing/encrypted-practice.ts'
import { startOrdi } from '../testing/running-server.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'

/**
 * Makes a practice with encrypted settings and an admin with a second factor, whose secret is in secret.key.
 * @returns its data folder
 */
async function makePractice(): Promise<string> {
  const dataDir = tempDir()
  const app = openTestApp({ config: { dataDir, appSecret: undefined }, file: join(dataDir, 'ordi.db') })
  writeSettings(app.ctx(), 'odoo', SAMPLE_SETTINGS.odoo)
  insertAdmin(app)
  await turnOnSecondFactor(await signIn(app))
  app.close()
  return dataDir
}

describe('ordi secret rotate', () => {
  const NEW_SECRET = 'the new secret of this practice, long'

  it('is refused while a server runs', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR })
    const secretAtFirst = secretIn(DATA_DIR)
    expect(await ordi(['secret', 'rotate'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: a server is running on this data. Stop it first.\n'),
    )
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await server.stop()
    expect(secretIn(DATA_DIR)).toBe(secretAtFirst)
    expect(readdirSync(DATA_DIR)).not.toContain('secret.key.next')
  })

  it.each([{ args: [] }, { args: ['rotate', 'now'] }, { args: ['rotate', '--new', 'x'] }])(
    'is refused with $args',
    async ({ args }) => {
      expect((await ordi(['secret', ...args], { DATA_DIR: tempDir() })).err).toBe(
        'usage: ordi secret rotate [--to FILE] [--now]\n',
      )
    },
  )

  it('says what to keep and what to do', async () => {
    const DATA_DIR = await makePractice()
    const { status, out } = await ordi(['secret', 'rotate'], { DATA_DIR })
    const [name = ''] = earlierSecretsIn(DATA_DIR)
    const kept = join(DATA_DIR, name)
    expect(status).toBe(0)
    expect(out).toMatch(
      /^There is a new secret, and \d+ values are encrypted with it\.\nCopy \S+secret\.key to /,
    )
    expect(out).toContain(`Backups made until now need the secret from before, which is kept as ${kept}.\n`)
    expect(out).toContain('- new recovery codes for 1 person with a second factor\n')
  })

  it('leaves older backups usable, because drill and restore find the old secret', async () => {
    const DATA_DIR = await makePractice()
    const env = { DATA_DIR }
    const file = join(tempDir(), 'before.db')
    await ordi(['backup', file], env)
    const oldSecret = secretIn(DATA_DIR)
    await ordi(['secret', 'rotate'], env)
    expect(await ordi(['drill', file], env)).toMatchObject({ status: 0, err: '' })

    const restored = await ordi(['restore', file, '--yes'], env)
    expect(restored.out).toContain(
      'This backup is from before a change of the secret: the present one does not open it.\n',
    )
    const advice = /^Its secret is here: (?<command>mv .*)$/m.exec(restored.out)
    execFileSync('sh', ['-c', advice?.groups?.command ?? ''])
    expect(secretIn(DATA_DIR)).toBe(oldSecret)
    expect((await ordi(['admin', 'list'], env)).out).toContain(
      `${ADMIN} (Assistenz), doctor, second factor on\n`,
    )
  })

  it('with --now names what ends, and leaves no file with the old secret', async () => {
    const DATA_DIR = await makePractice()
    const oldSecret = secretIn(DATA_DIR)
    const { status, out } = await ordi(['secret', 'rotate', '--now'], { DATA_DIR })
    expect(status).toBe(0)
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('secret.'))).toEqual(['secret.key'])
    expect(out).toContain('The old secret is worthless from now on, and Ordi keeps nothing of it.')
    expect(out).not.toContain('valid for another day')
    const files = readdirSync(DATA_DIR).filter((name) => statSync(join(DATA_DIR, name)).isFile())
    for (const name of files) expect(readFileSync(join(DATA_DIR, name)).includes(oldSecret), name).toBe(false)
  })

  it('is refused with a file if the secret is in secret.key', async () => {
    const DATA_DIR = await makePractice()
    const to = join(tempDir(), 'new.txt')
    writeFileSync(to, `${NEW_SECRET}\n`)
    expect((await ordi(['secret', 'rotate', '--to', to], { DATA_DIR })).err).toMatch(
      /^Nothing was changed: without APP_SECRET/,
    )
  })

  it('must be finished after an interruption before a backup can be restored', async () => {
    const DATA_DIR = await makePractice()
    const file = join(tempDir(), 'before.db')
    await ordi(['backup', file], { DATA_DIR })
    writeFileSync(join(DATA_DIR, 'secret.key.next'), `${NEW_SECRET}\n`)
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR })).toEqual(
      failure(
        'Nothing was changed: a change of the secret was interrupted. Start Ordi once, which finishes it, and stop it again.\n',
      ),
    )
    await ordi(['admin', 'list'], { DATA_DIR })
    expect((await ordi(['restore', file, '--yes'], { DATA_DIR })).status).toBe(0)
  })
})
