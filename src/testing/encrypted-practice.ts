import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { encrypt } from '../access/crypto.ts'
import { rotateSecret } from '../access/secret-rotation.ts'
import { encryptAnswers } from '../booking/answers.ts'
import { addCalendar } from '../calendars/calendars.ts'
import { tryLockDatabase } from '../cli/database-lock.ts'
import { writeSettings } from '../practice/settings.ts'
import type { Group } from '../shared/settings/settings.ts'
import { insertAdmin, signIn, turnOnSecondFactor } from './admins.ts'
import { book } from './factory.ts'
import { SAMPLE_SETTINGS } from './sample-settings.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const BOOKED_START = Date.parse('2027-01-12T10:00:00+01:00')

/** Opens a practice on a folder, with data of every kind that is encrypted. */
export async function openEncryptedPractice() {
  const dataDir = tempDir()
  const app = openAppOn(dataDir)
  const { id: bookingId } = (await book(app, app.browser(), new Date(BOOKED_START).toISOString())).json
  const answers = [{ id: 'q', label: 'Haben Sie Allergien?', value: 'Nein' }]
  app.changeRows('update bookings set answers = ?', encryptAnswers(app.ctx(), bookingId, answers))
  for (const column of ['note', 'patient_note'] as const) {
    const note = encrypt(app.ctx(), `bookings:${column}:${bookingId}`, 'Notiz')
    app.changeRows(`update bookings set ${column} = ?`, note)
  }
  for (const [group, values] of Object.entries(SAMPLE_SETTINGS))
    writeSettings(app.ctx(), group as Group, values)
  // Backups stay readable without a key.
  writeSettings(app.ctx(), 'general', { backup_recipient: '' })
  addCalendar(app.ctx(), {
    name: 'Privat',
    url: 'https://calendar.example/geheim.ics',
    resource_id: null,
    busy_only: true,
  })
  insertAdmin(app)
  const browser = await signIn(app)
  const { recoveryCodes, secret: totp } = await turnOnSecondFactor(browser)
  return {
    app,
    dataDir,
    /** The token of the admin's session. */
    token: browser.token,
    /** The secret of the admin's authenticator app. */
    totp,
    recoveryCodes: recoveryCodes as string[],
    /** The link by which the practice confirms the booking. */
    staffLink: { action: 'confirm', bookingId, start: BOOKED_START } as const,
  }
}

type RotationOptions = Parameters<typeof rotateSecret>[1]

/**
 * Rotates the secret like `ordi secret rotate`, after closing the app.
 * @param afterStep is called with the name of each step that the rotation has made
 * @returns the counts of the rotation, and the app started again afterwards
 */
export function closeAndRotate(
  app: TestApp,
  { afterStep, ...options }: RotationOptions & { afterStep?: (step: string) => void } = {},
) {
  const { db, config } = app.ctx()
  // The command refuses to rotate while another process has the database open.
  expect(tryLockDatabase(db.$client)).toBe(true)
  const rotation = rotateSecret(app.ctx(), options, afterStep)
  db.$client.close()
  return { rotation, app: openAppOn(config.dataDir) }
}

/** Opens an encrypted practice with a call that rotates its secret. `app()` is the app as it runs then. */
export async function openRotatablePractice() {
  const practice = await openEncryptedPractice()
  let running = practice.app
  return {
    ...practice,
    app: () => running,
    /** Rotates the secret, and starts the app again. @returns the counts of the rotation */
    rotate: (options: RotationOptions = {}) => {
      const { rotation, app } = closeAndRotate(running, options)
      running = app
      return rotation
    },
  }
}

/** Returns the secret stored in a folder. */
export const secretIn = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8').trim()

/** Returns the files that hold earlier secrets. */
export const earlierSecretsIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('secret.key.before'))

/** Opens the app on a folder, with the demo practice if the folder has no database yet. */
function openAppOn(dataDir: string): TestApp {
  const file = join(dataDir, 'ordi.db')
  return openTestApp({ config: { dataDir, appSecret: undefined }, file, empty: existsSync(file) })
}
