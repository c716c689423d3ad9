import { expect, it } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import { openTestApp } from '../testing/test-app.ts'
import { assertSecretFits, checkSecretAtStart, isEncrypted, testSecret } from './secret-check.ts'

/**
 * The setting `canary` holds a known text, encrypted with the secret of the first start. A secret that
 * decrypts it fits all other encrypted values too.
 */
const READ_KNOWN_TEXT = `select value from settings where name = 'canary'`
const DELETE_KNOWN_TEXT = `delete from settings where name = 'canary'`

const OTHER_SECRET = 'another secret for tests, 32 bytes'

/** Opens a portal after its first start, and the same one with another secret. */
function openStartedPortal() {
  const { ctx, rows, changeRows } = openTestApp({ empty: true })
  return {
    ctx,
    /** Makes the next start the first one again. */
    deleteKnownText: () => changeRows(DELETE_KNOWN_TEXT),
    withOtherSecret: () => ({ ...ctx(), config: { ...ctx().config, appSecret: OTHER_SECRET } }),
    readKnownText: () => rows(READ_KNOWN_TEXT),
  }
}

it('a database accepts only the secret that its values were encrypted with', () => {
  const { db, config } = openTestApp({ empty: true }).ctx()
  expect(isEncrypted(db)).toBe(true)
  expect(testSecret(db, config.appSecret)).toBe('fits')
  expect(() => assertSecretFits({ db, config })).not.toThrow()
  expect(testSecret(db, OTHER_SECRET)).toBe('wrong')
  const otherConfig = { ...config, appSecret: OTHER_SECRET }
  expect(() => assertSecretFits({ db, config: otherConfig })).toThrow('not the one')
})

it('a new database has nothing encrypted, so no secret is wrong', () => {
  const db = openEmptyDatabase()
  expect(isEncrypted(db)).toBe(false)
  expect(testSecret(db, 'any')).toBe('nothing encrypted')
  db.$client.close()
})

it('the first start stores a known text', () => {
  const { ctx, deleteKnownText, withOtherSecret } = openStartedPortal()
  deleteKnownText()
  // The other secret shows that the text is stored anew, because the former one did not fit it.
  checkSecretAtStart(withOtherSecret())
  expect(testSecret(ctx().db, OTHER_SECRET)).toBe('fits')
})

it('a later start checks the known text, and stores none', () => {
  const { ctx, withOtherSecret, readKnownText } = openStartedPortal()
  const storedAtFirst = readKnownText()
  checkSecretAtStart(ctx())
  expect(() => checkSecretAtStart(withOtherSecret())).toThrow('not the one')
  expect(readKnownText()).toEqual(storedAtFirst)
})
