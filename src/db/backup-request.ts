import type { Ctx } from '../ctx.ts'
import type { Instant } from '../shared/day.ts'
import type { Db } from './open.ts'
import { readSettingsRow, writeSettingsRow } from './settings-rows.ts'
import { wake } from './wake.ts'

/** A request of a staff member for a backup now. */
export type BackupRequest = Readonly<{
  at: Instant
  /** When the backup was made or failed. */
  endedAt?: Instant
  /** The reason, if the backup failed. */
  error?: string
}>

/** The name of the settings row that holds the last request. */
const REQUEST_ROW = 'backup-request'
/** Characters of an error message that are stored as the reason. */
const REASON_LENGTH = 300

/** Returns the last request; undefined if there was none. */
export function findLastBackupRequest(db: Db): BackupRequest | undefined {
  const stored = readSettingsRow(db, REQUEST_ROW)
  return stored === undefined ? undefined : JSON.parse(stored)
}

/** Stores a request for a backup, and starts the job that makes it. */
export function storeBackupRequest(ctx: Pick<Ctx, 'db' | 'now'>): void {
  writeSettingsRow(ctx.db, REQUEST_ROW, JSON.stringify({ at: ctx.now } satisfies BackupRequest), ctx.now)
  wake(ctx, 'backup')
}

/** Returns the request that the job has yet to answer; undefined if there is none. */
export function findOpenBackupRequest(db: Db): BackupRequest | undefined {
  const request = findLastBackupRequest(db)
  return request?.endedAt === undefined ? request : undefined
}

/** Stores that the backup was made, or why it failed. */
export function endBackupRequest({ db, now }: Ctx, { at }: BackupRequest, failure?: string): void {
  const error = failure?.slice(0, REASON_LENGTH)
  const ended: BackupRequest = { at, endedAt: now, ...(error !== undefined && { error }) }
  writeSettingsRow(db, REQUEST_ROW, JSON.stringify(ended), now)
}
