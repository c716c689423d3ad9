import { expect, it } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import { openTestApp } from '../testing/test-app.ts'
import { assertSecretFits, checkSecretAtStart, fitOf, isEncrypted } from './secret-check.ts'

const OTHER_SECRET = 'another secret for tests, 32 bytes'

it('a database accepts only the secret that its values were encrypted with', () => {
  const { db, config } = openTestApp({ empty: true }).ctx()
  expect(isEncrypted(db)).toBe(true)
  expect(fitOf(db, config.appSecret)).toBe('fits')
  expect(() => assertSecretFits({ db, config })).not.toThrow()
  expect(fitOf(db, OTHER_SECRET)).toBe('wrong')
  const otherConfig = { ...config, appSecret: OTHER_SECRET }
  expect(() => assertSecretFits({ db, config: otherConfig })).toThrow('not the one')
})

it('a new database has nothing encrypted, so no secret is wrong', () => {
  const db = openEmptyDatabase()
  expect(isEncrypted(db)).toBe(false)
  expect(fitOf(db, 'any')).toBe('nothing encrypted')
  db.$client.close()
})

/** Opens a portal after its first start, and the same one with another secret. */
function openStarted() {
  const { ctx, rows } = openTestApp({ empty: true })
  return {
    ctx,
    withOtherSecret: () => ({ ...ctx(), config: { ...ctx().config, appSecret: OTHER_SECRET } }),
    readKnownText: () => rows(`select value from settings where name = 'canary'`),
  }
}

it('the first start stores a known text', () => {
  const { ctx, withOtherSecret } = openStarted()
  ctx().db.$client.exec(`delete from settings where name = 'canary'`)
  checkSecretAtStart(withOtherSecret())
  expect(fitOf(ctx().db, OTHER_SECRET)).toBe('fits')
})

it('a later start checks the known text, and stores none', () => {
  const { ctx, withOtherSecret, readKnownText } = openStarted()
  const storedAtFirst = readKnownText()
  checkSecretAtStart(ctx())
  expect(() => checkSecretAtStart(withOtherSecret())).toThrow('not the one')
  expect(readKnownText()).toEqual(storedAtFirst)
})
