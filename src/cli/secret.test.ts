import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { ADMIN, anAdmin, signIn, turnOnSecondFactor } from '../testing/admins.ts'
import { failure, ordi, startOrdi } from '../testing/command-line.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp } from '../testing/test-app.ts'

let dataDir: string

/** Makes a data folder of a practice with encrypted settings and an admin with a second factor. */
beforeEach(async () => {
  dataDir = tempDir()
  const app = openTestApp({ config: { dataDir, appSecret: undefined }, file: join(dataDir, 'ordi.db') })
  writeSettings(app.ctx(), 'odoo', SAMPLE_SETTINGS.odoo)
  anAdmin(app)
  await turnOnSecondFactor(await signIn(app))
  app.close()
})

const secretIn = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8').trim()

describe('ordi secret rotate', () => {
  const OLD = 'the old secret of this practice, long'
  const NEW = 'the new secret of this practice, long'

  it('is refused while a server runs', async () => {
    const DATA_DIR = tempDir()
    const server = await startOrdi({ DATA_DIR })
    const before = secretIn(DATA_DIR)
    expect(await ordi(['secret', 'rotate'], { DATA_DIR })).toEqual(
      failure('Nothing was changed: a server is running on this data. Stop it first.\n'),
    )
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await server.stop()
    expect([secretIn(DATA_DIR), readdirSync(DATA_DIR).includes('secret.key.next')]).toEqual([before, false])
  })

  it.each([[[]], [['rotate', 'now']], [['rotate', '--new', 'x']]])('is refused with %j', async (args) => {
    expect((await ordi(['secret', ...args], { DATA_DIR: tempDir() })).err).toBe(
      'usage: ordi secret rotate [--to FILE] [--now]\n',
    )
  })

  it('says what to keep and what to do', async () => {
    const { status, out } = await ordi(['secret', 'rotate'], { DATA_DIR: dataDir })
    const [name = ''] = readdirSync(dataDir).filter((each) => each.startsWith('secret.key.before-'))
    const kept = join(dataDir, name)
    expect(status).toBe(0)
    expect(out).toMatch(
      /^There is a new secret, and \d+ values are encrypted with it\.\nCopy \S+secret\.key to /,
    )
    expect(out).toContain(`Backups made until now need the secret from before, which is kept as ${kept}.\n`)
    expect(out).toContain('- new recovery codes for 1 person with a second factor\n')
  })

  it('leaves an older backup whose secret is found by drill and restore', async () => {
    const file = join(tempDir(), 'before.db')
    const env = { DATA_DIR: dataDir }
    await ordi(['backup', file], env)
    const before = secretIn(dataDir)
    await ordi(['secret', 'rotate'], env)
    expect(await ordi(['drill', file], env)).toMatchObject({ status: 0, err: '' })

    const restored = await ordi(['restore', file, '--yes'], env)
    expect(restored.out).toContain(
      'This backup is from before a change of the secret: the present one does not open it.\n',
    )
    const [, command = ''] = /^Its secret is here: (mv .*)$/m.exec(restored.out) ?? []
    execFileSync('sh', ['-c', command])
    expect(secretIn(dataDir)).toBe(before)
    expect((await ordi(['admin', 'list'], env)).out).toContain(
      `${ADMIN} (Assistenz), doctor, second factor on\n`,
    )
  })

  it('says with --now what ends, and leaves no file with the old secret', async () => {
    const before = secretIn(dataDir)
    const { status, out } = await ordi(['secret', 'rotate', '--now'], { DATA_DIR: dataDir })
    expect([status, readdirSync(dataDir).filter((name) => name.startsWith('secret.'))]).toEqual([
      0,
      ['secret.key'],
    ])
    expect(out).toContain('The old secret is worthless from now on, and Ordi keeps nothing of it.')
    expect(out).not.toContain('valid for another day')
    for (const name of readdirSync(dataDir))
      if (statSync(join(dataDir, name)).isFile())
        expect([name, readFileSync(join(dataDir, name)).includes(before)]).toEqual([name, false])
  })

  describe('where APP_SECRET is in the environment', () => {
    /** Makes a practice with the old secret in APP_SECRET, and a file with the new one. */
    async function makePractice() {
      const DATA_DIR = tempDir()
      await ordi(['seed'], { DATA_DIR, APP_SECRET: OLD })
      const to = join(tempDir(), 'new.txt')
      writeFileSync(to, `${NEW}\n`)
      const run = (args: string[], APP_SECRET = OLD) => ordi(args, { DATA_DIR, APP_SECRET })
      return { DATA_DIR, to, run, rotateTo: (file: string) => run(['secret', 'rotate', '--to', file]) }
    }

    it('takes the new secret from a file, and says what to do', async () => {
      const { DATA_DIR, to, rotateTo } = await makePractice()
      const earlier = join(DATA_DIR, 'secret.key.before-2026-01-01T00-00-00Z')
      writeFileSync(earlier, 'of another time')
      const { status, out } = await rotateTo(to)
      rmSync(earlier)
      expect(status).toBe(0)
      expect(out).toContain('Backups made until now need the secret from before.\n')
      expect(out).toContain(`Put the content of ${to} into APP_SECRET before you start`)
      expect(readdirSync(DATA_DIR)).toEqual(['ordi.db'])
    })

    it('opens the data with the new secret only, and says so the second time', async () => {
      const { to, run, rotateTo } = await makePractice()
      await rotateTo(to)
      expect((await rotateTo(to)).out).toMatch(/^It was encrypted with the secret in \S+ already\./)
      expect((await run(['admin', 'list'])).err).toMatch(
        /^The secret \(APP_SECRET or secret\.key\) is not the one/,
      )
      expect((await run(['admin', 'list'], NEW)).status).toBe(0)
    })

    it('leaves a backup that needs the secret of its time', async () => {
      const { to, run, rotateTo } = await makePractice()
      const file = join(tempDir(), 'before.db')
      await run(['backup', file])
      await rotateTo(to)
      const restored = await run(['restore', file, '--yes'], NEW)
      expect(restored.out).toContain(
        'Put the secret of that time back as APP_SECRET before you start Ordi.\n',
      )
    })

    it('is refused without a file, with the same secret and with a file that is missing', async () => {
      const { to, run, rotateTo } = await makePractice()
      expect((await run(['secret', 'rotate'])).err).toMatch(
        /^Nothing was changed: APP_SECRET is in the environment[\s\S]*--to new\.txt/,
      )
      expect((await run(['secret', 'rotate', '--to', to], NEW)).err).toBe(
        'Nothing was changed: the new secret is the old one.\n',
      )
      expect((await rotateTo(`${to}.none`)).err).toMatch(/^The secret is missing/)
    })
  })

  it('takes no file where the secret is in secret.key', async () => {
    const to = join(tempDir(), 'new.txt')
    writeFileSync(to, `${NEW}\n`)
    expect((await ordi(['secret', 'rotate', '--to', to], { DATA_DIR: dataDir })).err).toMatch(
      /^Nothing was changed: without APP_SECRET/,
    )
  })

  it('that was interrupted is finished before a backup is restored', async () => {
    const file = join(tempDir(), 'before.db')
    await ordi(['backup', file], { DATA_DIR: dataDir })
    writeFileSync(join(dataDir, 'secret.key.next'), `${NEW}\n`)
    expect(await ordi(['restore', file, '--yes'], { DATA_DIR: dataDir })).toEqual(
      failure(
        'Nothing was changed: a change of the secret was interrupted. Start Ordi once, which finishes it, and stop it again.\n',
      ),
    )
    await ordi(['admin', 'list'], { DATA_DIR: dataDir })
    expect((await ordi(['restore', file, '--yes'], { DATA_DIR: dataDir })).status).toBe(0)
  })
})
