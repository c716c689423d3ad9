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

let dataDir: string
let app: TestApp
let id: string
let token: string
let totp: string
let recoveryCodes: string[]
let sig: string
let startsAt: number

const open = (empty = true): TestApp =>
  openTestApp({ config: { dataDir, appSecret: undefined }, file: join(dataDir, 'ordi.db'), empty })

/** A practice that uses everything that is encrypted. */
beforeEach(async () => {
  dataDir = tempDir()
  app = open(false)
  ;({ id } = (await book(app, app.browser(), '2027-01-12T10:00:00+01:00')).json)
  startsAt = Date.parse('2027-01-12T10:00:00+01:00')
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
  sig = signStaffLink(app.ctx(), { action: 'confirm', bookingId: id, start: startsAt })
})

type Sealed = Readonly<{ column: string; place: string; value: string }>

/** Returns every value in the database that looks encrypted. */
function sealedIn({ ctx }: Pick<TestApp, 'ctx'>): Sealed[] {
  const { $client } = ctx().db
  const tables = $client
    .prepare(`select name from pragma_table_list where type = 'table'`)
    .pluck()
    .all() as string[]
  return tables.flatMap((table) =>
    ($client.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) => {
        if (typeof value !== 'string' || !/^v1:[\w-]+:[\w-]+:[\w-]*$/.test(value)) return []
        const column = `${table}:${name}`
        return [{ column, place: `${column}:${row[ENCRYPTED_COLUMNS[column as EncryptedColumn]]}`, value }]
      }),
    ),
  )
}

const canRead = (appSecret: string, { place, value }: Sealed) => {
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

describe('a rotation of the secret', () => {
  it('encrypts every encrypted value anew, in every column that has any', () => {
    const before = secretIn(dataDir)
    const sealed = sealedIn(app)
    expect(new Set(sealed.map(({ column }) => column))).toEqual(new Set(Object.keys(ENCRYPTED_COLUMNS)))
    expect(rotate()).toEqual({ encryptedValues: sealed.length, adminsWithCodes: 1 })
    const after = secretIn(dataDir)
    expect(after).not.toBe(before)
    expect(sealedIn(app)).toHaveLength(sealed.length + 1)
    for (const each of sealedIn(app)) expect([each.place, canRead(after, each)]).toEqual([each.place, true])
    for (const each of sealedIn(app)) expect([each.place, canRead(before, each)]).toEqual([each.place, false])
    expect(readSettings(app.ctx(), 'odoo')).toEqual(SAMPLE_SETTINGS.odoo)
    expect(app.rows(`select 1 from audit where action = 'secret-rotated'`)).toHaveLength(1)
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.startsWith('secret.key.'))
    expect(kept).toBe('secret.key.before-2027-01-07T124000Z')
    expect(readFileSync(join(dataDir, kept), 'utf8').trim()).toBe(before)
    for (const name of ['secret.key', kept]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    // Nothing of the old values is left in the file.
    const bytes = readFileSync(join(dataDir, 'ordi.db')).toString('latin1')
    for (const { value } of sealed) expect(bytes).not.toContain(value)
  })

  it('that is killed anywhere is finished or undone at the next start, and can be repeated', () => {
    const images: { step: string; folder: string }[] = []
    const before = secretIn(dataDir)
    rotate((step) => {
      const folder = join(tempDir(), 'data')
      cpSync(dataDir, folder, { recursive: true })
      images.push({ step, folder })
    })
    expect(images.map(({ step }) => step)).toEqual([
      'new one written',
      ...Array.from({ length: images.length - 4 }, (_, i) => `value ${i + 1}`),
      'committed',
      'earlier one kept',
      'new one in place',
    ])
    for (const { step, folder } of images) {
      const isDone = ['committed', 'earlier one kept', 'new one in place'].includes(step)
      const start = () => openApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
      const started = start()
      const ctx = () => started.ctx({ kind: 'cli' })
      expect([step, readSettings(ctx(), 'odoo').ODOO_PASS]).toEqual([step, SAMPLE_SETTINGS.odoo.ODOO_PASS])
      expect([step, secretIn(folder) === before]).toEqual([step, !isDone])
      expect([step, existsSync(join(folder, 'secret.key.next'))]).toEqual([step, false])
      const kept = readdirSync(folder).filter((name) => name.startsWith('secret.key.before'))
      expect([step, kept.length]).toEqual([step, isDone ? 1 : 0])
      lockDatabase(ctx().db.$client)
      rotateSecret(ctx())
      ctx().db.$client.close()
      const again = start()
      expect(readSettings(again.ctx({ kind: 'cli' }), 'odoo').ODOO_PASS).toBe(SAMPLE_SETTINGS.odoo.ODOO_PASS)
      again.close()
    }
  })

  it('leaves links, addresses for reports and recovery codes valid for a day', async () => {
    const webhook = webhookUrl(app.ctx(), 'sevenio').split('/').at(-1) ?? ''
    rotate()
    expect(signStaffLink(app.ctx(), { action: 'confirm', bookingId: id, start: startsAt })).not.toBe(sig)
    const stillValid = () => [
      refusalOf(() => readStaffLink(app.ctx(), { action: 'confirm', bookingId: id }, sig)) === undefined,
      isWebhookSecret(app.ctx(), 'sevenio', webhook),
    ]
    const signInWith = async (code: string | undefined) => (await login(app, { code })).status
    expect(stillValid()).toEqual([true, true])
    expect(await signInWith(recoveryCodes[0])).toBe(200)
    app.pass(23 * HOUR)
    dropEarlierSecret(app.ctx())
    expect(stillValid()).toEqual([true, true])
    expect(await signInWith(recoveryCodes[1])).toBe(200)
    app.pass(HOUR)
    expect(stillValid()).toEqual([false, false])
    expect(await signInWith(recoveryCodes[2])).toBe(401)
    dropEarlierSecret(app.ctx())
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
  })

  it('can end the old secret at once, and a kill at any step leaves it either whole or gone', async () => {
    const before = secretIn(dataDir)
    const webhook = webhookUrl(app.ctx(), 'sevenio').split('/').at(-1) ?? ''
    const images: { step: string; folder: string }[] = []
    const image = (step: string) => {
      const folder = join(tempDir(), 'data')
      cpSync(dataDir, folder, { recursive: true })
      images.push({ step, folder })
    }
    rotate(undefined)
    expect(rotate(image, { endsEarlierNow: true }).adminsWithCodes).toBe(1)
    expect(refusalOf(() => readStaffLink(app.ctx(), { action: 'confirm', bookingId: id }, sig))?.code).toBe(
      'bad_signature',
    )
    expect(isWebhookSecret(app.ctx(), 'sevenio', webhook)).toBe(false)
    expect((await login(app, { code: recoveryCodes[0] })).status).toBe(401)
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
    const [last] = images.slice(-1)
    expect(last?.step).toBe('new one in place')
    for (const { step, folder } of images) {
      const replaced = secretIn(folder)
      openApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })).close()
      const kept = readdirSync(folder).filter((name) => name.startsWith('secret.key.before'))
      // The secret of the first rotation stays for backups from before it.
      expect([step, kept.map((name) => readFileSync(join(folder, name), 'utf8').trim())]).toEqual([
        step,
        [before],
      ])
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
    const body = (steps: number) => ({ email: ADMIN, password: PASSWORD, code: codeOf(totp, steps) })
    app.pass(MINUTE)
    expect((await known.post('/api/admin/login', body(0))).status).toBe(200)
    rotate()
    app.pass(2 * MINUTE)
    expect((await bearer(app, token).get('/api/admin/session')).status).toBe(200)
    for (let i = 0; i < 5; i++) await login(app, { password: 'wrong' })
    expect((await login(app, body(0))).status).toBe(429)
    const again = app.browser('203.0.113.7', {}, known.cookies)
    expect((await again.post('/api/admin/login', body(0))).status).toBe(200)
    expect((await signInBy(again, passkey)).status).toBe(200)
  })
})
