import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { decrypt, ENCRYPTED_COLUMNS, type EncryptedColumn, encrypt } from '../access/crypto.ts'
import { readStaffLink, signStaffLink } from '../access/links.ts'
import { dropEarlierSecret, rotateSecret } from '../access/secret-rotation.ts'
import { openApp } from '../app.ts'
import { encryptAnswers } from '../booking/answers.ts'
import { addCalendar } from '../calendars/calendars.ts'
import { readConfig } from '../config.ts'
import { isWebhookSecret, webhookUrl } from '../messaging/sms/delivery-reports.ts'
import { readSettings, writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Group } from '../shared/settings/settings.ts'
import {
  ADMIN,
  anAdmin,
  bearer,
  codeOf,
  login,
  PASSWORD,
  signIn,
  turnOnSecondFactor,
} from '../testing/admins.ts'
import { book } from '../testing/factory.ts'
import { addPasskey, signInBy } from '../testing/passkey-calls.ts'
import { refusalOf } from '../testing/refusal.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { lockDatabase } from './restore.ts'

const START = Date.parse('2027-01-12T10:00:00+01:00')

let dataDir: string
let app: TestApp
/** The id of the booking, whose times, notes and answers are encrypted. */
let id: string
/** The token of the admin's session. */
let token: string
/** The secret of the admin's authenticator app. */
let totp: string
let recoveryCodes: string[]
/** The signature of a link by which the practice confirms the booking. */
let sig: string

const open = (empty = true): TestApp =>
  openTestApp({ config: { dataDir, appSecret: undefined }, file: join(dataDir, 'ordi.db'), empty })

/** Opens a practice that uses everything that is encrypted. */
beforeEach(async () => {
  dataDir = tempDir()
  app = open(false)
  ;({ id } = (await book(app, app.browser(), new Date(START).toISOString())).json)
  const answers = encryptAnswers(app.ctx(), id, [{ id: 'q', label: 'Haben Sie Allergien?', value: 'Nein' }])
  app.change('update bookings set answers = ?', answers)
  for (const column of ['note', 'patient_note'] as const)
    app.change(`update bookings set ${column} = ?`, encrypt(app.ctx(), `bookings:${column}:${id}`, 'Notiz'))
  for (const [group, values] of Object.entries(SAMPLE_SETTINGS))
    writeSettings(app.ctx(), group as Group, values)
  writeSettings(app.ctx(), 'general', { backup_recipient: '' })
  addCalendar(app.ctx(), {
    name: 'Privat',
    url: 'https://calendar.example/geheim.ics',
    resource_id: null,
    busy_only: true,
  })
  anAdmin(app)
  const browser = await signIn(app)
  token = browser.token
  ;({ recoveryCodes, secret: totp } = await turnOnSecondFactor(browser))
  sig = signStaffLink(app.ctx(), { action: 'confirm', bookingId: id, start: START })
})

type EncryptedValue = Readonly<{ column: string; place: string; value: string }>

const looksEncrypted = (value: unknown): value is string =>
  typeof value === 'string' && /^v1:[\w-]+:[\w-]+:[\w-]*$/.test(value)

/** Returns every value in the database that looks encrypted. */
function encryptedIn({ rows }: Pick<TestApp, 'rows'>): EncryptedValue[] {
  const found: EncryptedValue[] = []
  const tables = rows<{ name: string }>(`select name from pragma_table_list where type = 'table'`)
  for (const { name: table } of tables)
    for (const row of rows(`select * from "${table}"`))
      for (const [name, value] of Object.entries(row)) {
        if (!looksEncrypted(value)) continue
        const column = `${table}:${name}`
        const key = ENCRYPTED_COLUMNS[column as EncryptedColumn]
        found.push({ column, place: `${column}:${row[key]}`, value })
      }
  return found
}

const canRead = (appSecret: string, { place, value }: EncryptedValue) => {
  const config = { ...app.ctx().config, appSecret }
  try {
    decrypt({ config }, place as 'settings:value:x', value)
    return true
  } catch {
    return false
  }
}

const secretIn = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8').trim()

/** Rotates the secret like `ordi secret rotate`, while no server runs. */
function rotate(afterStep?: (step: string) => void, rotating = {}) {
  const { db } = app.ctx()
  expect(lockDatabase(db.$client)).toBe(true)
  const rotation = rotateSecret(app.ctx(), rotating, afterStep)
  db.$client.close()
  app = open()
  return rotation
}

type Copy = Readonly<{ step: string; folder: string }>

/** Rotates the secret. @returns the data as a kill after each step would leave them */
function rotateWithCopies(rotating = {}) {
  const copies: Copy[] = []
  const rotation = rotate((step) => {
    const folder = join(tempDir(), 'data')
    cpSync(dataDir, folder, { recursive: true })
    copies.push({ step, folder })
  }, rotating)
  return { rotation, copies }
}

/** Opens the data in a folder as a start does. */
function startOn(folder: string) {
  const started = openApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  return { ctx: () => started.ctx({ kind: 'cli' }), close: started.close }
}

/** Returns the files in which the secrets of earlier times are kept. */
const earlierSecretsIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('secret.key.before'))

/** Whether the link and the address for reports from before the rotation are still taken. */
function areStillTaken(webhookSecret: string): boolean[] {
  const link = () => readStaffLink(app.ctx(), { action: 'confirm', bookingId: id }, sig)
  return [refusalOf(link) === undefined, isWebhookSecret(app.ctx(), 'sevenio', webhookSecret)]
}

describe('a rotation of the secret', () => {
  it('encrypts every encrypted value anew, in every column that has any', () => {
    const before = secretIn(dataDir)
    const old = encryptedIn(app)
    expect(new Set(old.map(({ column }) => column))).toEqual(new Set(Object.keys(ENCRYPTED_COLUMNS)))
    expect(rotate()).toEqual({ encryptedValues: old.length, adminsWithCodes: 1 })

    const after = secretIn(dataDir)
    const anew = encryptedIn(app)
    // The earlier secret is one more encrypted value.
    expect(anew).toHaveLength(old.length + 1)
    for (const each of anew) expect([each.place, canRead(after, each)]).toEqual([each.place, true])
    for (const each of anew) expect([each.place, canRead(before, each)]).toEqual([each.place, false])
    expect(readSettings(app.ctx(), 'odoo')).toEqual(SAMPLE_SETTINGS.odoo)
    expect(app.rows(`select 1 from audit where action = 'secret-rotated'`)).toHaveLength(1)
  })

  it('leaves nothing of the old values in the file of the database', () => {
    const old = encryptedIn(app)
    rotate()
    const bytes = readFileSync(join(dataDir, 'ordi.db')).toString('latin1')
    for (const { value } of old) expect(bytes).not.toContain(value)
  })

  it('keeps the old secret in a file of its own, which only its owner reads', () => {
    const before = secretIn(dataDir)
    rotate()
    expect(secretIn(dataDir)).not.toBe(before)
    const kept = 'secret.key.before-2027-01-07T124000Z'
    expect(earlierSecretsIn(dataDir)).toEqual([kept])
    expect(readFileSync(join(dataDir, kept), 'utf8').trim()).toBe(before)
    for (const name of ['secret.key', kept]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  })

  it('that is killed anywhere is finished or undone at the next start, and can be repeated', () => {
    const before = secretIn(dataDir)
    const { rotation, copies } = rotateWithCopies()
    expect(copies.map(({ step }) => step)).toEqual([
      'new one written',
      ...Array.from({ length: rotation.encryptedValues }, (_, i) => `value ${i + 1}`),
      'committed',
      'earlier one kept',
      'new one in place',
    ])

    for (const { step, folder } of copies) {
      const isDone = ['committed', 'earlier one kept', 'new one in place'].includes(step)
      const { ctx } = startOn(folder)
      expect([step, readSettings(ctx(), 'odoo').ODOO_PASS]).toEqual([step, SAMPLE_SETTINGS.odoo.ODOO_PASS])
      expect([step, secretIn(folder) === before]).toEqual([step, !isDone])
      expect([step, existsSync(join(folder, 'secret.key.next'))]).toEqual([step, false])
      expect([step, earlierSecretsIn(folder).length]).toEqual([step, isDone ? 1 : 0])

      lockDatabase(ctx().db.$client)
      rotateSecret(ctx())
      ctx().db.$client.close()
      const again = startOn(folder)
      expect(readSettings(again.ctx(), 'odoo').ODOO_PASS).toBe(SAMPLE_SETTINGS.odoo.ODOO_PASS)
      again.close()
    }
  })

  it('leaves links, addresses for reports and recovery codes valid for a day', async () => {
    const webhook = webhookUrl(app.ctx(), 'sevenio').split('/').at(-1) ?? ''
    rotate()
    expect(signStaffLink(app.ctx(), { action: 'confirm', bookingId: id, start: START })).not.toBe(sig)
    const signInWith = async (code: string | undefined) => (await login(app, { code })).status
    expect(areStillTaken(webhook)).toEqual([true, true])
    expect(await signInWith(recoveryCodes[0])).toBe(200)

    app.pass(23 * HOUR)
    dropEarlierSecret(app.ctx())
    expect(areStillTaken(webhook)).toEqual([true, true])
    expect(await signInWith(recoveryCodes[1])).toBe(200)

    app.pass(HOUR)
    expect(areStillTaken(webhook)).toEqual([false, false])
    expect(await signInWith(recoveryCodes[2])).toBe(401)
    dropEarlierSecret(app.ctx())
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
  })

  it('can end the old secret at once', async () => {
    const webhook = webhookUrl(app.ctx(), 'sevenio').split('/').at(-1) ?? ''
    rotate()
    expect(rotate(undefined, { endsEarlierNow: true }).adminsWithCodes).toBe(1)
    expect(refusalOf(() => readStaffLink(app.ctx(), { action: 'confirm', bookingId: id }, sig))?.code).toBe(
      'bad_signature',
    )
    expect(areStillTaken(webhook)).toEqual([false, false])
    expect((await login(app, { code: recoveryCodes[0] })).status).toBe(401)
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
  })

  it('that is to end the old secret at once, and is killed anywhere, leaves it either whole or gone', () => {
    const first = secretIn(dataDir)
    rotate()
    const { copies } = rotateWithCopies({ endsEarlierNow: true })
    expect(copies.at(-1)?.step).toBe('new one in place')

    for (const { step, folder } of copies) {
      const replaced = secretIn(folder)
      startOn(folder).close()
      const kept = earlierSecretsIn(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim())
      // That of the first rotation stays for backups from before it.
      expect([step, kept]).toEqual([step, [first]])
      const isDone = ['committed', 'new one in place'].includes(step)
      if (step === 'committed') expect(secretIn(folder)).not.toBe(replaced)
      expect([step, secretIn(folder) === secretIn(dataDir)]).toEqual([step, isDone])
    }
  })

  it('leaves recovery codes that were made since, for good', async () => {
    rotate()
    const browser = bearer(app, token)
    await browser.post('/api/admin/second-factor/disable', { password: PASSWORD, code: recoveryCodes[0] })
    const { recoveryCodes: since } = await turnOnSecondFactor(browser)
    app.pass(24 * HOUR)
    dropEarlierSecret(app.ctx())
    expect((await login(app, { code: since[0] })).status).toBe(200)
  })

  it('leaves people signed in, with their second factor, in browsers that are known', async () => {
    const known = app.browser()
    const passkey = await addPasskey(bearer(app, token), { password: PASSWORD, code: recoveryCodes[0] })
    const credentials = () => ({ email: ADMIN, password: PASSWORD, code: codeOf(totp) })
    app.pass(MINUTE)
    expect((await known.post('/api/admin/login', credentials())).status).toBe(200)

    rotate()
    app.pass(2 * MINUTE)
    expect((await bearer(app, token).get('/api/admin/session')).status).toBe(200)
    // Five failures lock out every browser here that is not known.
    for (let i = 0; i < 5; i++) await login(app, { password: 'wrong' })
    expect((await login(app, credentials())).status).toBe(429)
    const again = app.browser('203.0.113.7', {}, known.cookies)
    expect((await again.post('/api/admin/login', credentials())).status).toBe(200)
    expect((await signInBy(again, passkey)).status).toBe(200)
  })
})
