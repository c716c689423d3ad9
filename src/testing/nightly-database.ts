import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { backUpOnRequest, backUpWhenDue } from '../db/nightly-backups.ts'
import type { Instant } from '../shared/day.ts'
import { openEmptyDatabase } from './databases.ts'
import { tempDir } from './temp-dir.ts'
import { recordLog } from './test-app.ts'

/** The instant of the first start, from which the age of backups counts. */
export const FIRST_START = Date.parse('2027-01-07T12:40:00Z')

/**
 * Opens the database of a portal that was started once at FIRST_START, with a folder for its nightly backups.
 */
export function openNightlyDatabase() {
  const dir = tempDir()
  const db = openEmptyDatabase(join(dir, 'ordi.db'))
  const folder = join(dir, 'backups')
  // At the first start, `openApp` stores an encrypted canary, which proves later that APP_SECRET is still the
  // same. The age of backups counts from its time.
  db.$client
    .prepare(`insert into settings (name, value, updated_at) values ('canary', 'encrypted', ?)`)
    .run(FIRST_START)
  return {
    dir,
    db,
    folder,
    ctxAt: (now: Instant): Ctx => ({
      db,
      now,
      actor: { kind: 'job' },
      config: { ...readConfig({}), appSecret: 'x'.repeat(32) },
    }),
    /** Writes backup files with these names. Each file contains its own name. */
    putBackups: (...names: string[]) => {
      mkdirSync(folder, { recursive: true })
      for (const name of names) writeFileSync(join(folder, name), name)
    },
  }
}

/** Opens such a portal with the two jobs that make backups, and its log. */
export function openNightlyPortal() {
  const portal = openNightlyDatabase()
  const { lines, log } = recordLog()
  onTestFinished(() => void portal.db.$client.close())
  return {
    ...portal,
    logLines: lines,
    /** Runs the job of the nightly backup at an ISO instant. */
    runNightly: (iso: string) => backUpWhenDue(() => portal.ctxAt(Date.parse(iso)), log),
    /** Runs the job of requested backups. @returns whether it has made one */
    runRequested: (now: Instant) => backUpOnRequest(() => portal.ctxAt(now), log),
    listBackups: () => (existsSync(portal.folder) ? readdirSync(portal.folder).toSorted() : []),
  }
}
