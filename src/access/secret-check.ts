import { ConfigError } from '../config.ts'
import type { Ctx, OpenedConfig } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { rewriteSettingsRow } from '../db/settings-rows.ts'
import { decrypt, encrypt } from './crypto.ts'

/**
 * A setting with a known text. It can be decrypted only with the secret that the other values were encrypted
 * with.
 */
const KNOWN_TEXT = { name: 'canary', aad: 'settings:value:canary', text: 'ordi' } as const

/**
 * Stores the known text at the first start, and decrypts it at each later one.
 * @throws ConfigError when the secret is wrong
 */
export function checkSecretAtStart(ctx: Ctx): void {
  if (isEncrypted(ctx.db)) assertSecretFits(ctx)
  else storeKnownText(ctx)
}

/** Returns whether the database has a value that was encrypted with a secret. */
export function isEncrypted(db: Pick<Db, '$client'>): boolean {
  return readKnownText(db) !== undefined
}

/** Refuses a wrong secret. @throws ConfigError when the database was encrypted with another one */
export function assertSecretFits({ db, config }: Pick<Ctx, 'db' | 'config'>): void {
  if (testSecret(db, config.appSecret) === 'wrong')
    throw new ConfigError(
      'The secret (APP_SECRET or secret.key) is not the one this database was encrypted with. Start with the right one.',
    )
}

/** Encrypts the known text with the secret of `ctx`, and stores it. */
export function storeKnownText(ctx: Ctx): void {
  const value = encrypt(ctx, KNOWN_TEXT.aad, KNOWN_TEXT.text)
  rewriteSettingsRow(ctx.db, KNOWN_TEXT.name, value, ctx.now)
}

/** Tests whether the secret decrypts the values of this database. */
export function testSecret(db: Pick<Db, '$client'>, secret: string): 'fits' | 'wrong' | 'nothing encrypted' {
  const encrypted = readKnownText(db)
  if (encrypted === undefined) return 'nothing encrypted'
  return canDecrypt(encrypted, secret) ? 'fits' : 'wrong'
}

/** Returns the stored known text, which is encrypted; undefined in a new database. */
function readKnownText({ $client }: Pick<Db, '$client'>): string | undefined {
  return $client
    .prepare<[string], string>('select value from settings where name = ?')
    .pluck()
    .get(KNOWN_TEXT.name)
}

/** Returns whether the secret decrypts the known text. */
function canDecrypt(encrypted: string, appSecret: string): boolean {
  try {
    // The derivation of keys reads nothing else of the configuration.
    return decrypt({ config: { appSecret } as OpenedConfig }, KNOWN_TEXT.aad, encrypted) === KNOWN_TEXT.text
  } catch {
    // With another secret, the authentication tag does not match.
    return false
  }
}
