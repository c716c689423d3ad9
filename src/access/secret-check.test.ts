import { expect, it } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import { openTestApp } from '../testing/test-app.ts'
import { assertSecretFits, checkSecret, fitOf, isEncrypted } from './secret-check.ts'

it('a database accepts only the secret that its values were encrypted with', () => {
  const { db, config } = openTestApp({ empty: true }).ctx()
  const other = 'another secret for tests, 32 bytes'
  expect([isEncrypted(db), fitOf(db, config.appSecret), fitOf(db, other)]).toEqual([true, 'fits', 'wrong'])
  assertSecretFits({ db, config })
  expect(() => assertSecretFits({ db, config: { ...config, appSecret: other } })).toThrow('not the one')
})

it('a new database has nothing encrypted, so no secret is wrong', () => {
  const db = openEmptyDatabase()
  expect([isEncrypted(db), fitOf(db, 'any')]).toEqual([false, 'nothing encrypted'])
  db.$client.close()
})

it('the first start stores a known text, which each later start checks', () => {
  const { ctx, rows } = openTestApp({ empty: true })
  const stored = () => rows(`select value from settings where name = 'canary'`)
  const before = stored()
  checkSecret(ctx())
  expect(stored()).toEqual(before)
  const appSecret = 'another secret for tests, 32 bytes'
  const other = { ...ctx(), config: { ...ctx().config, appSecret } }
  expect(() => checkSecret(other)).toThrow('not the one')
  ctx().db.$client.exec(`delete from settings where name = 'canary'`)
  checkSecret(other)
  expect(fitOf(ctx().db, appSecret)).toBe('fits')
})
