import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../practice/settings.ts'
import { earlierSecretsIn, openRotatablePractice, secretIn } from '../testing/encrypted-practice.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import type { TestApp } from '../testing/test-app.ts'
import { decrypt, ENCRYPTED_COLUMNS, type EncryptedColumn } from './crypto.ts'

type EncryptedValue = Readonly<{ column: string; place: string; value: string }>

/** The form of an encrypted value: its version, and three parts in Base64url (`encrypt`). */
const ENCRYPTED = /^v1:[\w-]+:[\w-]+:[\w-]*$/

const looksEncrypted = (value: unknown): value is string => typeof value === 'string' && ENCRYPTED.test(value)

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
function canRead(app: TestApp, appSecret: string, { place, value }: EncryptedValue): boolean {
  const config = { ...app.ctx().config, appSecret }
  try {
    // The type names the columns, which are read from the database here.
    decrypt({ config }, place as 'settings:value:x', value)
    return true
  } catch {
    return false
  }
}

describe('a rotation of the secret', () => {
  it('re-encrypts every encrypted value in every column', async () => {
    const { app, dataDir, rotate } = await openRotatablePractice()
    const oldSecret = secretIn(dataDir)
    const oldValues = encryptedIn(app())
    expect(new Set(oldValues.map(({ column }) => column))).toEqual(new Set(Object.keys(ENCRYPTED_COLUMNS)))
    expect(rotate()).toEqual({ encryptedValues: oldValues.length, adminsWithCodes: 1 })

    const newSecret = secretIn(dataDir)
    const newValues = encryptedIn(app())
    // The earlier secret is one more encrypted value.
    expect(newValues).toHaveLength(oldValues.length + 1)
    for (const value of newValues) {
      expect(canRead(app(), newSecret, value), value.place).toBe(true)
      expect(canRead(app(), oldSecret, value), value.place).toBe(false)
    }
    expect(readSettings(app().ctx(), 'odoo')).toEqual(SAMPLE_SETTINGS.odoo)
    expect(app().rows(`select 1 from audit where action = 'secret-rotated'`)).toHaveLength(1)
  })

  it('leaves no old value in the database file', async () => {
    const { app, dataDir, rotate } = await openRotatablePractice()
    const oldValues = encryptedIn(app())
    rotate()
    const bytes = readFileSync(join(dataDir, 'ordi.db')).toString('latin1')
    for (const { value } of oldValues) expect(bytes).not.toContain(value)
  })

  it('keeps the old secret in a file that only its owner can read', async () => {
    const { dataDir, rotate } = await openRotatablePractice()
    const oldSecret = secretIn(dataDir)
    rotate()
    expect(secretIn(dataDir)).not.toBe(oldSecret)
    // The clock of the app stands at 13:40 in Vienna, which the name has in UTC.
    const kept = 'secret.key.before-2027-01-07T124000Z'
    expect(earlierSecretsIn(dataDir)).toEqual([kept])
    expect(readFileSync(join(dataDir, kept), 'utf8').trim()).toBe(oldSecret)
    for (const name of ['secret.key', kept]) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  })
})
