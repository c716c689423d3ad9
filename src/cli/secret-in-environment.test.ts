import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, ordi } from '../testing/command-line.ts'
import { tempDir } from '../testing/temp-dir.ts'

const OLD_SECRET = 'the old secret of this practice, long'
const NEW_SECRET = 'the new secret of this practice, long'

/** Makes a practice with the old secret in APP_SECRET, and a file with the new secret. */
async function makePractice() {
  const DATA_DIR = tempDir()
  await ordi(['seed'], { DATA_DIR, APP_SECRET: OLD_SECRET })
  const newSecretFile = join(tempDir(), 'new.txt')
  writeFileSync(newSecretFile, `${NEW_SECRET}\n`)
  /** Runs a command, with the old secret in APP_SECRET unless another one is named. */
  const run = (args: string[], APP_SECRET = OLD_SECRET) => ordi(args, { DATA_DIR, APP_SECRET })
  const rotateTo = (file: string) => run(['secret', 'rotate', '--to', file])
  return { DATA_DIR, newSecretFile, run, rotateTo }
}

describe('ordi secret rotate with APP_SECRET in the environment', () => {
  it('takes the new secret from a file, and says what to do', async () => {
    const { DATA_DIR, newSecretFile, rotateTo } = await makePractice()
    const earlier = join(DATA_DIR, 'secret.key.before-2026-01-01T00-00-00Z')
    writeFileSync(earlier, 'of another time')
    const { status, out } = await rotateTo(newSecretFile)
    rmSync(earlier)
    expect(status).toBe(0)
    expect(out).toContain('Backups made until now need the secret from before.\n')
    expect(out).toContain(`Put the content of ${newSecretFile} into APP_SECRET before you start`)
    expect(readdirSync(DATA_DIR)).toEqual(['ordi.db'])
  })

  it('makes only the new secret open the data, and recognises a repetition', async () => {
    const { newSecretFile, run, rotateTo } = await makePractice()
    await rotateTo(newSecretFile)
    expect((await rotateTo(newSecretFile)).out).toMatch(/^It was encrypted with the secret in \S+ already\./)
    expect((await run(['admin', 'list'])).err).toMatch(
      /^The secret \(APP_SECRET or secret\.key\) is not the one/,
    )
    expect((await run(['admin', 'list'], NEW_SECRET)).status).toBe(0)
  })

  it('leaves older backups that need the old secret', async () => {
    const { newSecretFile, run, rotateTo } = await makePractice()
    const file = join(tempDir(), 'before.db')
    await run(['backup', file])
    await rotateTo(newSecretFile)
    const restored = await run(['restore', file, '--yes'], NEW_SECRET)
    expect(restored.out).toContain('Put the secret of that time back as APP_SECRET before you start Ordi.\n')
  })

  it('is refused without a file', async () => {
    const { run } = await makePractice()
    expect((await run(['secret', 'rotate'])).err).toMatch(
      /^Nothing was changed: APP_SECRET is in the environment[\s\S]*--to new\.txt/,
    )
  })

  it('is refused with the same secret', async () => {
    const { newSecretFile, run } = await makePractice()
    expect((await run(['secret', 'rotate', '--to', newSecretFile], NEW_SECRET)).err).toBe(
      'Nothing was changed: the new secret is the old one.\n',
    )
  })

  it('is refused with a file that has no secret, and says how to make one', async () => {
    const { newSecretFile, rotateTo } = await makePractice()
    const folder = tempDir()
    expect(await rotateTo(folder)).toEqual(
      failure(`Nothing was changed: ${folder} cannot be read. Let the user that runs Ordi read it.\n`),
    )
    const missing = `${newSecretFile}.none`
    expect(await rotateTo(missing)).toEqual(
      failure(
        `Nothing was changed: there is no file ${missing} with the new secret. To make one: openssl rand -base64 32 > ${missing}\n`,
      ),
    )
    writeFileSync(newSecretFile, 'short\n')
    expect(await rotateTo(newSecretFile)).toEqual(
      failure(
        `Nothing was changed: ${newSecretFile} has fewer than 32 characters, too few for a secret. To make one: openssl rand -base64 32 > ${newSecretFile}\n`,
      ),
    )
  })
})
