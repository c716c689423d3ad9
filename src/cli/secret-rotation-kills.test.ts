import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { rotateSecret } from '../access/secret-rotation.ts'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { readSettings } from '../practice/settings.ts'
import {
  closeAndRotate,
  earlierSecretsIn,
  openEncryptedPractice,
  secretIn,
} from '../testing/encrypted-practice.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import type { TestApp } from '../testing/test-app.ts'
import { tryLockDatabase } from './database-lock.ts'

/** The steps of a rotation after which the new secret is the valid one, in their order. */
const STEPS_OF_NEW_SECRET = ['committed', 'earlier one kept', 'new one in place']

let dataDir: string
let app: TestApp

beforeEach(async () => {
  ;({ dataDir, app } = await openEncryptedPractice())
})

/** The data as a kill after this step would leave it. */
type Copy = Readonly<{ step: string; folder: string }>

/** Rotates the secret, and copies the data after each step. */
function rotateWithCopies(rotatedApp: TestApp, options = {}) {
  const copies: Copy[] = []
  const copyData = (step: string) => {
    const folder = join(tempDir(), 'data')
    cpSync(dataDir, folder, { recursive: true })
    copies.push({ step, folder })
  }
  const { rotation } = closeAndRotate(rotatedApp, { ...options, afterStep: copyData })
  return { rotation, copies }
}

/** Opens the data in a folder as a start of the server does. */
function startOn(folder: string) {
  const started = openApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  return { ctx: () => started.ctx({ kind: 'cli' }), close: started.close }
}

describe('a rotation of the secret', () => {
  it('is finished or undone at the next start if killed at any step, and can be repeated', () => {
    const secretAtFirst = secretIn(dataDir)
    const { rotation, copies } = rotateWithCopies(app)
    expect(copies.map(({ step }) => step)).toEqual([
      'new one written',
      ...Array.from({ length: rotation.encryptedValues }, (_, index) => `value ${index + 1}`),
      ...STEPS_OF_NEW_SECRET,
    ])

    for (const { step, folder } of copies) {
      const isDone = STEPS_OF_NEW_SECRET.includes(step)
      const { ctx } = startOn(folder)
      expect(readSettings(ctx(), 'odoo').ODOO_PASS, step).toBe(SAMPLE_SETTINGS.odoo.ODOO_PASS)
      expect(secretIn(folder) === secretAtFirst, step).toBe(!isDone)
      expect(existsSync(join(folder, 'secret.key.next')), step).toBe(false)
      expect(earlierSecretsIn(folder), step).toHaveLength(isDone ? 1 : 0)

      tryLockDatabase(ctx().db.$client)
      rotateSecret(ctx())
      ctx().db.$client.close()
      const restarted = startOn(folder)
      const { ODOO_PASS } = readSettings(restarted.ctx(), 'odoo')
      expect(ODOO_PASS, `rotated again after ${step}`).toBe(SAMPLE_SETTINGS.odoo.ODOO_PASS)
      restarted.close()
    }
  })

  it('that ends the old secret at once leaves it fully valid or gone if killed at any step', () => {
    const secretAtFirst = secretIn(dataDir)
    const { app: rotated } = closeAndRotate(app)
    const { copies } = rotateWithCopies(rotated, { endsEarlierNow: true })
    expect(copies.at(-1)?.step).toBe('new one in place')

    for (const { step, folder } of copies) {
      const secretWhenKilled = secretIn(folder)
      startOn(folder).close()
      const keptSecrets = earlierSecretsIn(folder).map((name) =>
        readFileSync(join(folder, name), 'utf8').trim(),
      )
      // The secret from before the first rotation is kept for backups of that time.
      expect(keptSecrets, step).toEqual([secretAtFirst])
      // The start has put the new secret in place.
      if (step === 'committed') expect(secretIn(folder)).not.toBe(secretWhenKilled)
      expect(secretIn(folder) === secretIn(dataDir), step).toBe(STEPS_OF_NEW_SECRET.includes(step))
    }
  })
})
