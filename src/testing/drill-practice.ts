import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { generateKey } from '../db/age-file.ts'
import { writeSettings } from '../practice/settings.ts'
import { ordi } from './command-line.ts'
import { withPortalIn } from './data-directory.ts'
import { tempDir } from './temp-dir.ts'

/** Makes the demo practice, changes it with `work`, and backs it up to `file`. */
export async function makeDrillPractice(work: (ctx: Ctx) => void = () => {}) {
  const DATA_DIR = tempDir()
  withPortalIn({ DATA_DIR, ORDI_DEMO: '1' }, work)
  await ordi(['backup'], { DATA_DIR })
  const [name = ''] = readdirSync(join(DATA_DIR, 'backups'))
  return { DATA_DIR, file: join(DATA_DIR, 'backups', name) }
}

/** Makes a practice with an encrypted backup. `keyFile` is the path of the secret key. */
export async function makeEncryptedBackup() {
  const { identity, recipient } = await generateKey()
  const practice = await makeDrillPractice((ctx) =>
    writeSettings(ctx, 'general', { backup_recipient: recipient }),
  )
  expect(practice.file).toMatch(/\.db\.age$/)
  const keyFile = join(tempDir(), 'key.txt')
  writeFileSync(keyFile, identity)
  return { ...practice, keyFile, identity }
}

/** Returns the temporary files that a command has left. */
export const temporariesIn = (DATA_DIR: string) =>
  readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary'))
