import { inArray } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { recoveryCodes } from '../db/schema.ts'
import { deleteRow, readRow, writeRow } from '../db/settings-rows.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { EARLIER_SECRET, finishRotation } from './app-secret.ts'
import { recordAudit } from './audit.ts'
import { decrypt, ENCRYPTED_COLUMNS, type EncryptedColumn, encrypt } from './crypto.ts'
import { storeCheck } from './secret-check.ts'
import { beginRotation } from './secret-file.ts'

/** Links and codes that were made with the old secret stay valid for this long, in milliseconds. */
const EARLIER_FOR = DAY_LENGTH

/**
 * `codes` are the fingerprints of the recovery codes that end with this secret. Their ids would not do,
 * because SQLite reuses ids for new codes.
 */
type EarlierSecret = Readonly<{ secret: string; until: Instant; codes?: string[] }>

/** The number of values encrypted anew, and of admins whose recovery codes end with the old secret. */
export type Rotation = Readonly<{ values: number; people: number }>

type Rotating = Readonly<{
  /**
   * Undefined generates a secret and puts its file in place; otherwise the administrator stores it
   * (APP_SECRET).
   */
  newSecret?: string | undefined
  /** The old secret is worthless at once, and nothing of it is kept: it may be in wrong hands. */
  endsOldNow?: boolean | undefined
}>

/**
 * Encrypts every value anew. `ctx` has the present secret. No other process may have the database open.
 * @param afterStep called after each step, so that tests can stop there and see what a kill leaves
 */
export function rotateSecret(
  ctx: Ctx,
  { newSecret, endsOldNow = false }: Rotating = {},
  afterStep = (_: string) => {},
): Rotation {
  const { dataDir } = ctx.config
  const secret = newSecret ?? beginRotation(dataDir)
  afterStep('new one written')
  const rotation = inTx(ctx, () => {
    const to = { ...ctx, config: { ...ctx.config, appSecret: secret } }
    const values = encryptAnew(ctx, to, afterStep)
    const people = endsOldNow ? endOldSecret(ctx) : keepOldSecret(ctx, to)
    recordAudit(ctx, 'secret-rotated')
    return { values, people }
  })
  afterStep('committed')
  if (newSecret === undefined) finishRotation(dataDir, ctx.db, ctx.now, afterStep)
  afterStep('new one in place')
  return rotation
}

/** Returns the secret from before a rotation, until `dropEarlierSecret` deletes it. */
export function readEarlierSecret(ctx: Ctx): EarlierSecret | undefined {
  const value = readRow(ctx.db, EARLIER_SECRET.name)
  return value === undefined ? undefined : JSON.parse(decrypt(ctx, EARLIER_SECRET.aad, value))
}

/**
 * Deletes the earlier secret a day after the rotation, and the recovery codes that were made with it.
 * @returns false, because one call deletes everything
 */
export function dropEarlierSecret(ctx: Ctx): boolean {
  const earlier = ctx.config.earlierSecret && readEarlierSecret(ctx)
  if (earlier === undefined || earlier.until > ctx.now) return false
  inTx(ctx, () => {
    ctx.db
      .delete(recoveryCodes)
      .where(inArray(recoveryCodes.code, earlier.codes ?? []))
      .run()
    deleteRow(ctx.db, EARLIER_SECRET.name)
  })
  return false
}

/** @returns the number of values encrypted anew */
function encryptAnew(from: Ctx, to: Ctx, afterStep: (step: string) => void): number {
  let values = 0
  for (const [column, key] of Object.entries(ENCRYPTED_COLUMNS) as [EncryptedColumn, string][]) {
    const [table, name] = column.split(':')
    const client = from.db.$client
    const rows = client
      .prepare(`select "${key}" as key, "${name}" as value from "${table}" where "${name}" glob 'v1:*:*:*'`)
      .all() as { key: string | number; value: string }[]
    const update = client.prepare(`update "${table}" set "${name}" = ? where "${key}" = ?`)
    for (const row of rows) {
      const aad = `${column}:${row.key}` as const
      update.run(encrypt(to, aad, decrypt(from, aad, row.value)), row.key)
      values += 1
      afterStep(`value ${values}`)
    }
  }
  storeCheck(to)
  return values
}

/**
 * Stores the secret of `from`, encrypted with the one of `to`, so that it verifies for a day what was signed
 * with it.
 * @returns the number of people whose recovery codes end with it
 */
function keepOldSecret(from: Ctx, to: Ctx): number {
  const codes = from.db.select().from(recoveryCodes).all()
  const earlier: EarlierSecret = {
    secret: from.config.appSecret,
    until: from.now + EARLIER_FOR,
    codes: codes.map(({ code }) => code),
  }
  writeRow(from.db, EARLIER_SECRET.name, encrypt(to, EARLIER_SECRET.aad, JSON.stringify(earlier)), from.now)
  return peopleOf(codes)
}

/** Ends what was made with the old secret. @returns the number of people whose recovery codes end */
function endOldSecret({ db }: Ctx): number {
  deleteRow(db, EARLIER_SECRET.name)
  return peopleOf(db.delete(recoveryCodes).returning().all())
}

const peopleOf = (codes: ReadonlyArray<{ adminId: number }>): number =>
  new Set(codes.map(({ adminId }) => adminId)).size
