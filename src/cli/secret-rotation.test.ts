import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { decrypt, ENCRYPTED_COLUMNS, type EncryptedColumn } from '../access/crypto.ts'
import { readStaffLink, signStaffLink } from '../access/links.ts'
import { dropEarlierSecret } from '../access/secret-rotation.ts'
import { isWebhookSecret, webhookUrl } from '../messaging/sms/webhooks.ts'
import { readSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  ADMIN,
  browserWithToken,
  codeOf,
  PASSWORD,
  postLogin,
  turnOnSecondFactor,
} from '../testing/admins.ts'
import {
  earlierSecretsIn,
  openEncryptedPractice,
  rotateStopped,
  secretIn,
} from '../testing/encrypted-practice.ts'
import { addPasskey, signInWith } from '../testing/passkey-calls.ts'
import { refusalOf } from '../testing/refusal.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import type { TestApp } from '../testing/test-app.ts'

let practice: Awaited<ReturnType<typeof openEncryptedPractice>>
/** The app of the practice, which `rotate` starts again. */
let app: TestApp
/** The signature of the practice's link with the first secret. */
let sig: string

beforeEach(async () => {
  practice = await openEncryptedPractice()
  app = practice.app
  sig = signStaffLink(app.ctx(), practice.staffLink)
})

type EncryptedValue = Readonly<{ column: string; place: string; value: string }>

const looksEncrypted = (value: unknown): value is string =>
  typeof value === 'string' && /^v1:[\w-]+:[\w-]+:[\w-]*$/.test(value)

/** Returns every value in the database that looks encrypted. */
function encryptedIn({ rows }: Pick<TestApp, 'rows'>): EncryptedValue[] {
  const encryptedValues: EncryptedValue[] = []
  const tables = rows<{ name: string }>(`select name from pragma_table_list where type = 'table'`)
  for (const { name: table } of tables)
    for (const row of rows(`select * from "${table}"`))
      for (const [name, value] of Object.entries(row)) {
        if (!looksEncrypted(value)) continue
        const column = `${table}:${name}`
        const key = ENCRYPTED_COLUMNS[column as EncryptedColumn]
        encryptedValues.push({ column, place: `${column}:${row[key]}`, value })
      }
  return encryptedValues
}

/** Returns whether the secret decrypts the value. */
const canRead = (appSecret: string, { place, value }: EncryptedValue) => {
  const config = { ...app.ctx().config, appSecret }
  try {
    // The type names the columns, which are read from the database here.
    decrypt({ config }, place as 'settings:value:x', value)
    return true
  } catch {
    return false
  }
}

/** Rotates the secret, and continues with a restarted app. */
function rotate(options = {}) {
  const rotated = rotateStopped(app, options)
  app = rotated.app
  return rotated.rotation
}

/** Returns the secret at the end of the webhook URL. */
const webhookSecret = () => webhookUrl(app.ctx(), 'sevenio').split('/').at(-1) ?? ''

/** Returns which of the link and the webhook URL from before the rotation are still accepted. */
function stillAccepted(webhook: string) {
  const readLink = () => readStaffLink(app.ctx(), practice.staffLink, sig)
  return {
    link: refusalOf(readLink) === undefined,
    webhook: isWebhookSecret(app.ctx(), 'sevenio', webhook),
  }
}

describe('a rotation of the secret', () => {
  it('re-encrypts every encrypted value in every column', () => {
    const oldSecret = secretIn(practice.dataDir)
    const oldValues = encryptedIn(app)
    expect(new Set(oldValues.map(({ column }) => column))).toEqual(new Set(Object.keys(ENCRYPTED_COLUMNS)))
    expect(rotate()).toEqual({ encryptedValues: oldValues.length, adminsWithCodes: 1 })

    const newSecret = secretIn(practice.dataDir)
    const newValues = encryptedIn(app)
    // The earlier secret is one more encrypted value.
    expect(newValues).toHaveLength(oldValues.length + 1)
    for (const value of newValues) {
      expect(canRead(newSecret, value), value.place).toBe(true)
      expect(canRead(oldSecret, value), value.place).toBe(false)
    }
    expect(readSettings(app.ctx(), 'odoo')).toEqual(SAMPLE_SETTINGS.odoo)
    expect(app.rows(`select 1 from audit where action = 'secret-rotated'`)).toHaveLength(1)
  })

  it('leaves no old value in the database file', () => {
    const oldValues = encryptedIn(app)
    rotate()
    const bytes = readFileSync(join(practice.dataDir, 'ordi.db')).toString('latin1')
    for (const { value } of oldValues) expect(bytes).not.toContain(value)
  })

  it('keeps the old secret in a file that only its owner can read', () => {
    const oldSecret = secretIn(practice.dataDir)
    rotate()
    expect(secretIn(practice.dataDir)).not.toBe(oldSecret)
    const kept = 'secret.key.before-2027-01-07T124000Z'
    expect(earlierSecretsIn(practice.dataDir)).toEqual([kept])
    expect(readFileSync(join(practice.dataDir, kept), 'utf8').trim()).toBe(oldSecret)
    for (const name of ['secret.key', kept])
      expect(statSync(join(practice.dataDir, name)).mode & 0o777).toBe(0o600)
  })
})

describe('after a rotation of the secret', () => {
  it('links, webhook URLs and recovery codes from before stay valid for a day', async () => {
    const webhook = webhookSecret()
    rotate()
    expect(signStaffLink(app.ctx(), practice.staffLink)).not.toBe(sig)
    const signInWithCode = async (code: string | undefined) => (await postLogin(app, { code })).status
    const [firstCode, secondCode, thirdCode] = practice.recoveryCodes
    expect(stillAccepted(webhook)).toEqual({ link: true, webhook: true })
    expect(await signInWithCode(firstCode)).toBe(200)

    app.pass(23 * HOUR)
    dropEarlierSecret(app.ctx())
    expect(stillAccepted(webhook)).toEqual({ link: true, webhook: true })
    expect(await signInWithCode(secondCode)).toBe(200)

    app.pass(HOUR)
    expect(stillAccepted(webhook)).toEqual({ link: false, webhook: false })
    expect(await signInWithCode(thirdCode)).toBe(401)
    dropEarlierSecret(app.ctx())
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
  })

  it('they are invalid at once if the old secret ends at once', async () => {
    const webhook = webhookSecret()
    rotate()
    expect(rotate({ endsEarlierNow: true }).adminsWithCodes).toBe(1)
    expect(refusalOf(() => readStaffLink(app.ctx(), practice.staffLink, sig))?.code).toBe('bad_signature')
    expect(stillAccepted(webhook)).toEqual({ link: false, webhook: false })
    expect((await postLogin(app, { code: practice.recoveryCodes[0] })).status).toBe(401)
    expect(app.rows(`select 1 from settings where name = 'earlier-secret'`)).toEqual([])
    expect(app.rows('select * from recovery_codes')).toEqual([])
  })

  it('newer recovery codes stay valid', async () => {
    rotate()
    const browser = browserWithToken(app, practice.token)
    await browser.post('/api/admin/second-factor/disable', {
      password: PASSWORD,
      code: practice.recoveryCodes[0],
    })
    const { recoveryCodes: newerCodes } = await turnOnSecondFactor(browser)
    app.pass(24 * HOUR)
    dropEarlierSecret(app.ctx())
    expect((await postLogin(app, { code: newerCodes[0] })).status).toBe(200)
  })

  it('sessions, second factors and known browsers stay valid', async () => {
    const knownBrowser = app.browser()
    const passkey = await addPasskey(browserWithToken(app, practice.token), {
      password: PASSWORD,
      code: practice.recoveryCodes[0],
    })
    const credentials = () => ({ email: ADMIN, password: PASSWORD, code: codeOf(practice.totp) })
    app.pass(MINUTE)
    expect((await knownBrowser.post('/api/admin/login', credentials())).status).toBe(200)

    rotate()
    app.pass(2 * MINUTE)
    expect((await browserWithToken(app, practice.token).get('/api/admin/session')).status).toBe(200)
    // Five failures lock out unknown browsers at this IP address.
    for (let i = 0; i < 5; i++) await postLogin(app, { password: 'wrong' })
    expect((await postLogin(app, credentials())).status).toBe(429)
    const sameBrowser = app.browser('203.0.113.7', {}, knownBrowser.cookies)
    expect((await sameBrowser.post('/api/admin/login', credentials())).status).toBe(200)
    expect((await signInWith(sameBrowser, passkey)).status).toBe(200)
  })
})
