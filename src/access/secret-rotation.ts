import { inArray } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { recoveryCodes } from '../db/schema.ts'
import { deleteSettingsRow, readSettingsRow, writeSettingsRow } from '../db/settings-rows.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { EARLIER_SECRET, finishRotation } from './app-secret.ts'
import { recordAudit } from './audit.ts'
import { decrypt, ENCRYPTED_COLUMNS, ENCRYPTED_GLOB, type EncryptedColumn, encrypt } from './crypto.ts'
import { storeKnownText } from './secret-check.ts'
import { beginRotation } from './secret-file.ts'

/** Milliseconds for which links and codes that were made with the earlier secret stay valid. */
const EARLIER_SECRET_VALID_MS = DAY_LENGTH

/** A secret from before a rotation, which is valid until an instant. */
type EarlierSecret = Readonly<{
  secret: string
  until: Instant
  /**
   * The fingerprints of the recovery codes that end with this secret. SQLite may reuse the ids of codes, so
   * these would not do. Undefined if an older version has stored the secret.
   */
  codes?: string[]
}>

/** The result of a rotation. */
export type Rotation = Readonly<{
  /** The number of values that were encrypted anew. */
  encryptedValues: number
  /** The number of admins whose recovery codes end with the earlier secret. */
  adminsWithCodes: number
}>

type RotationOptions = Readonly<{
  /**
   * Undefined generates a secret and puts its file in place; otherwise the administrator stores it
   * (APP_SECRET).
   */
  newSecret?: string | undefined
  /** True ends the earlier secret at once and keeps no copy, because somebody else may know it. */
  endsEarlierNow?: boolean | undefined
}>

/**
 * Encrypts every value anew. `ctx` has the present secret. No other process may have the database open.
 * @param afterStep called after each step, so that tests can stop there and see the effect of a kill
 */
export function rotateSecret(
  ctx: Ctx,
  { newSecret, endsEarlierNow = false }: RotationOptions = {},
  afterStep = (_step: string) => {},
): Rotation {
  const { dataDir } = ctx.config
  const secret = newSecret ?? beginRotation(dataDir)
  afterStep('new one written')
  const rotation = inTx(ctx, () => {
    const newCtx = { ...ctx, config: { ...ctx.config, appSecret: secret } }
    const encryptedValues = encryptAnew(ctx, newCtx, afterStep)
    const adminsWithCodes = endsEarlierNow ? endEarlierSecret(ctx) : storeEarlierSecret(ctx, newCtx)
    recordAudit(ctx, 'secret-rotated')
    return { encryptedValues, adminsWithCodes }
  })
  afterStep('committed')
  if (newSecret === undefined) finishRotation(dataDir, ctx.db, ctx.now, afterStep)
  afterStep('new one in place')
  return rotation
}

/** Returns the secret from before a rotation, until `dropEarlierSecret` deletes it. */
export function readEarlierSecret(ctx: Ctx): EarlierSecret | undefined {
  const value = readSettingsRow(ctx.db, EARLIER_SECRET.name)
  return value === undefined ? undefined : JSON.parse(decrypt(ctx, EARLIER_SECRET.aad, value))
}

/**
 * Deletes the earlier secret and the recovery codes that were made with it, `EARLIER_SECRET_VALID_MS` after
 * the rotation. It is a step of the clean-ups.
 * @returns false, because there is never more to do
 */
export function dropEarlierSecret(ctx: Ctx): boolean {
  // Without an earlier secret at the start of the process, there is no row to read.
  const earlier = ctx.config.earlierSecret && readEarlierSecret(ctx)
  if (earlier === undefined || earlier.until > ctx.now) return false
  inTx(ctx, () => {
    ctx.db
      .delete(recoveryCodes)
      .where(inArray(recoveryCodes.code, earlier.codes ?? []))
      .run()
    deleteSettingsRow(ctx.db, EARLIER_SECRET.name)
  })
  return false
}

/**
 * Encrypts the values of all encrypted columns anew, and the known text: `ctx` has the present secret, and
 * `newCtx` the new one.
 * @returns the number of values
 */
function encryptAnew(ctx: Ctx, newCtx: Ctx, afterStep: (step: string) => void): number {
  let encryptedValues = 0
  for (const column of Object.keys(ENCRYPTED_COLUMNS) as EncryptedColumn[]) {
    const { listValues, storeValue } = openColumn(ctx, column)
    for (const { key, value } of listValues()) {
      const aad = `${column}:${key}` as const
      storeValue(key, encrypt(newCtx, aad, decrypt(ctx, aad, value)))
      encryptedValues += 1
      afterStep(`value ${encryptedValues}`)
    }
  }
  storeKnownText(newCtx)
  return encryptedValues
}

type Key = string | number

/** Returns functions that read and write the values of an encrypted column, by the keys of its rows. */
function openColumn({ db: { $client } }: Ctx, column: EncryptedColumn) {
  const [table, name] = column.split(':')
  const keyName = ENCRYPTED_COLUMNS[column]
  const select = $client.prepare<[], { key: Key; value: string }>(
    `select "${keyName}" as key, "${name}" as value from "${table}" where "${name}" glob '${ENCRYPTED_GLOB}'`,
  )
  const update = $client.prepare<[string, Key]>(`update "${table}" set "${name}" = ? where "${keyName}" = ?`)
  return {
    listValues: () => select.all(),
    storeValue: (key: Key, value: string) => update.run(value, key),
  }
}

/**
 * Stores the secret of `ctx`, encrypted with that of `newCtx`. Its signatures stay valid for
 * `EARLIER_SECRET_VALID_MS`.
 * @returns the number of admins whose recovery codes end with it
 */
function storeEarlierSecret(ctx: Ctx, newCtx: Ctx): number {
  const codes = ctx.db.select().from(recoveryCodes).all()
  const earlier: EarlierSecret = {
    secret: ctx.config.appSecret,
    until: ctx.now + EARLIER_SECRET_VALID_MS,
    codes: codes.map(({ code }) => code),
  }
  const value = encrypt(newCtx, EARLIER_SECRET.aad, JSON.stringify(earlier))
  writeSettingsRow(ctx.db, EARLIER_SECRET.name, value, ctx.now)
  return countAdmins(codes)
}

/** Ends what was made with the earlier secret. @returns the number of admins whose recovery codes end */
function endEarlierSecret({ db }: Ctx): number {
  deleteSettingsRow(db, EARLIER_SECRET.name)
  return countAdmins(db.delete(recoveryCodes).returning().all())
}

/** Returns the number of admins who have these recovery codes. */
function countAdmins(codes: ReadonlyArray<{ adminId: number }>): number {
  return new Set(codes.map(({ adminId }) => adminId)).size
}
