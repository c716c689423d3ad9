import { expect, it } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import { openTestApp } from '../testing/test-app.ts'
import { assertSecretFits, checkSecretAtStart, fitOf, isEncrypted } from './secret-check.ts'

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

/** Opens a portal after its first start, and the same one with another secret. */
function openStarted() {
  const { ctx, rows } = openTestApp({ empty: true })
  const appSecret = 'another secret for tests, 32 bytes'
  return {
    ctx,
    withOtherSecret: () => ({ ...ctx(), config: { ...ctx().config, appSecret } }),
    readKnownText: () => rows(`select value from settings where name = 'canary'`),
  }
}

it('the first start stores a known text', () => {
  const { ctx, withOtherSecret } = openStarted()
  ctx().db.$client.exec(`delete from settings where name = 'canary'`)
  checkSecretAtStart(withOtherSecret())
  expect(fitOf(ctx().db, withOtherSecret().config.appSecret)).toBe('fits')
})

it('a later start checks the known text, and stores none', () => {
  const { ctx, withOtherSecret, readKnownText } = openStarted()
  const before = readKnownText()
  checkSecretAtStart(ctx())
  expect(() => checkSecretAtStart(withOtherSecret())).toThrow('not the one')
  expect(readKnownText()).toEqual(before)
})
