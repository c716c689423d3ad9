import { inArray } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { recoveryCodes } from '../db/schema.ts'
import { deleteRow, readRow, writeRow } from '../db/settings-rows.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { beginRotation, finishRotation, storeCheck } from './app-secret.ts'
import { recordAudit } from './audit.ts'
import { decrypt, ENCRYPTED_COLUMNS, type EncryptedColumn, encrypt } from './crypto.ts'

/** The secret from before a rotation, encrypted with the new one, for what was signed with it. */
const EARLIER = { name: 'earlier-secret', aad: 'settings:value:earlier-secret' } as const
/** So long are links and codes from before valid. */
const EARLIER_FOR = DAY_LENGTH

/** `codes`: the recovery codes that end with it. Not their ids, which SQLite gives to new codes again. */
type EarlierSecret = Readonly<{ secret: string; until: Instant; codes?: string[] }>

/** What a rotation has done: encrypted values, and how many people have recovery codes that end with the old secret. */
export type Rotation = Readonly<{ values: number; people: number }>

/**
 * Encrypts every value anew. `ctx` has the secret until now, and nobody else has the database open.
 * @param given the new secret when it is no file of the portal; otherwise one is made, and its file put in place
 * @param afterStep for tests, which look at what a kill leaves
 */
export function rotateSecret(ctx: Ctx, given: string | undefined, afterStep = (_: string) => {}): Rotation {
  const { dataDir } = ctx.config
  const secret = given ?? beginRotation(dataDir)
  afterStep('new one written')
  const rotation = inTx(ctx, () =>
    encryptAnew(ctx, { ...ctx, config: { ...ctx.config, appSecret: secret } }, afterStep),
  )
  afterStep('committed')
  if (given === undefined) finishRotation(dataDir, ctx.db, ctx.now, afterStep)
  afterStep('new one in place')
  return rotation
}

/** For a day after a rotation: the secret from before. */
export function readEarlierSecret(ctx: Ctx): EarlierSecret | undefined {
  const value = readRow(ctx.db, EARLIER.name)
  return value === undefined ? undefined : JSON.parse(decrypt(ctx, EARLIER.aad, value))
}

/** Forgets the secret from before after a day, and with it the recovery codes that it belongs to. @returns whether there may be more */
export function dropEarlierSecret(ctx: Ctx): boolean {
  const earlier = ctx.config.earlierSecret && readEarlierSecret(ctx)
  if (earlier === undefined || earlier.until > ctx.now) return false
  inTx(ctx, () => {
    ctx.db
      .delete(recoveryCodes)
      .where(inArray(recoveryCodes.code, earlier.codes ?? []))
      .run()
    deleteRow(ctx.db, EARLIER.name)
  })
  return false
}

function encryptAnew(from: Ctx, to: Ctx, afterStep: (step: string) => void): Rotation {
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
  const codes = from.db.select().from(recoveryCodes).all()
  const earlier: EarlierSecret = {
    secret: from.config.appSecret,
    until: from.now + EARLIER_FOR,
    codes: codes.map(({ code }) => code),
  }
  writeRow(from.db, EARLIER.name, encrypt(to, EARLIER.aad, JSON.stringify(earlier)), from.now)
  recordAudit(from, 'secret-rotated')
  return { values, people: new Set(codes.map(({ adminId }) => adminId)).size }
}
