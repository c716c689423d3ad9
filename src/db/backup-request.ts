import type { Ctx } from '../ctx.ts'
import type { Instant } from '../shared/day.ts'
import type { Db } from './open.ts'
import { readRow, writeRow } from './settings-rows.ts'
import { wake } from './wake.ts'

/** Somebody's wish for a backup at once. */
export type BackupRequest = Readonly<{
  at: Instant
  /** The instant at which the backup was made or has failed. */
  endedAt?: Instant
  /** The reason of the failure. */
  error?: string
}>

/** The name of the row of the settings that has the last request. */
const REQUEST_ROW = 'backup-request'
/** Characters of an error that are stored as the reason for a failure. */
const REASON_LENGTH = 300

/** Returns the last backup that somebody has asked for; undefined before the first. */
export function lastBackupRequest(db: Db): BackupRequest | undefined {
  const stored = readRow(db, REQUEST_ROW)
  return stored === undefined ? undefined : JSON.parse(stored)
}

/** Stores that a backup is wanted now, and starts the job that makes it. */
export function storeBackupRequest(ctx: Pick<Ctx, 'db' | 'now'>): void {
  writeRow(ctx.db, REQUEST_ROW, JSON.stringify({ at: ctx.now } satisfies BackupRequest), ctx.now)
  wake(ctx, 'backup')
}

/** Returns the request for which no backup has been made yet. */
export function findOpenRequest(db: Db): BackupRequest | undefined {
  const request = lastBackupRequest(db)
  return request?.endedAt === undefined ? request : undefined
}

/** Stores that the backup was made, or why it failed. */
export function endRequest({ db, now }: Ctx, { at }: BackupRequest, failure?: string): void {
  const error = failure?.slice(0, REASON_LENGTH)
  const ended: BackupRequest = { at, endedAt: now, ...(error !== undefined && { error }) }
  writeRow(db, REQUEST_ROW, JSON.stringify(ended), now)
}
