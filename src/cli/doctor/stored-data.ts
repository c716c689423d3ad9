import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomSecret } from '../../access/random.ts'
import type { Config } from '../../config.ts'
import type { Ctx, OpenedConfig } from '../../ctx.ts'
import { findTraceOfDatabase } from '../../db/backup-folder.ts'
import { ownershipHint } from '../../db/folder-access.ts'
import { type Db, openDatabase, openToRead } from '../../db/open.ts'
import { compareSchemaVersion } from '../../db/upgrade.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import type { Instant } from '../../shared/day.ts'
import { reasonOf } from './reason.ts'
import { checkSecret } from './secret.ts'

/** The data to examine. The caller closes the database of `ctx`. */
export type OpenedData = Readonly<{
  ctx: Ctx
  /** False when the database of `ctx` is an empty one in memory. */
  isStored: boolean
  /** The findings about the database and the secret. */
  findings: readonly Finding[]
}>

/**
 * Opens the database without changing it, or an empty one in memory if it cannot be used, so that settings
 * from the environment can be checked even before the first start.
 */
export function openStoredData(config: Config, now: Instant): OpenedData {
  const file = join(config.dataDir, 'ordi.db')
  const openInMemory = (...findings: readonly Finding[]): OpenedData => {
    const ctx = contextOf(openDatabase(':memory:'), now, { ...config, appSecret: randomSecret() })
    return { ctx, isStored: false, findings }
  }
  try {
    // SQLite would accept an empty file as a database without tables.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
      return openInMemory(databaseMissing(config, file))
    const { findings, usable } = openChecked(file, config)
    if (usable === undefined) return openInMemory(...findings)
    const ctx = contextOf(usable.db, now, { ...config, appSecret: usable.secret })
    return { ctx, isStored: true, findings }
  } catch (error) {
    return openInMemory(databaseUnusable(error, config))
  }
}

/**
 * Opens the database and checks it, and the secret if the database is sound. One of an older version, which
 * the next start upgrades, cannot be used yet.
 * @returns `usable` too if both can be used; otherwise the database is closed again
 * @throws Error when the database cannot be opened
 */
function openChecked(
  file: string,
  config: Config,
): Readonly<{ findings: readonly Finding[]; usable?: { db: Db; secret: string } }> {
  // Reading would succeed even with a file that the server cannot write.
  accessSync(file, constants.R_OK | constants.W_OK)
  const db = openToRead(file)
  let secret: string | undefined
  try {
    const findings = [checkDatabase(db), ...checkSchema(db)]
    if (findings.some(({ level }) => level === 'wrong') || !hasSettings(db)) return { findings }
    const isUsable = findings.every(({ level }) => level === 'good')
    const checkedSecret = checkSecret(db, config)
    findings.push(checkedSecret.finding)
    if (isUsable) secret = checkedSecret.secret
    return secret === undefined ? { findings } : { findings, usable: { db, secret } }
  } finally {
    if (secret === undefined) db.$client.close()
  }
}

/** Returns a finding that distinguishes a lost database from one that the first start has yet to create. */
function databaseMissing({ dataDir }: Config, file: string): Finding {
  const trace = findTraceOfDatabase(dataDir)
  if (trace === undefined)
    return hintFinding('database', {
      text: 'there is none yet. The first start makes it: ordi serve',
      german: 'Es gibt noch keine. Der erste Start legt sie an: „ordi serve“',
    })
  return wrongFinding('database', {
    text: `${file} is missing or empty. There was one, because ${trace} is there. Put it back, or a backup: ordi restore FILE --yes`,
    german: `${file} fehlt oder ist leer. Es gab eine, denn ${trace} ist da. Bitte zurücklegen, oder eine Sicherung zurückspielen: „ordi restore DATEI --yes“`,
  })
}

/** Returns the finding about a database that cannot be opened: damaged, without room, or another user's. */
function databaseUnusable(error: unknown, { dataDir }: Config): Finding {
  const code = String((error as { code?: unknown }).code)
  const reason = reasonOf(error)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(reason)
  // On a full disk, SQLite cannot create the files next to the database that it needs even for reading.
  const isFull = /^SQLITE_(FULL|IOERR)/.test(code)
  return wrongFinding('database', {
    text: `it cannot be used (${reason}). ${isFull ? `Look whether the disk is full: df -h ${dataDir}` : ownershipHint(dataDir)}`,
    german: `Sie lässt sich nicht verwenden (${reason}). Bitte ${isFull ? 'prüfen, ob die Platte voll ist' : `Eigentümer und Rechte von ${dataDir} prüfen`}.`,
  })
}

/** Checks every page of the database. */
function checkDatabase({ $client }: Db): Finding {
  const verdict = String($client.pragma('quick_check(1)', { simple: true }))
  return verdict === 'ok'
    ? goodFinding('database', {
        text: `${$client.name} has no damage`,
        german: `${$client.name} ist unbeschädigt`,
      })
    : damaged(verdict)
}

function damaged(reason: string): Finding {
  return wrongFinding('database', {
    text: `it is damaged (${reason}). Restore a backup: ordi restore FILE --yes`,
    german: `Sie ist beschädigt (${reason}). Bitte eine Sicherung zurückspielen: „ordi restore DATEI --yes“`,
  })
}

/** Returns false for a database whose first start was interrupted, and which therefore has no secret yet. */
function hasSettings({ $client }: Db): boolean {
  return $client.prepare(`select 1 from sqlite_master where name = 'settings'`).get() !== undefined
}

/** Returns a finding for the schema of another version. */
function checkSchema(db: Db): Finding[] {
  const comparison = compareSchemaVersion(db)
  if (comparison === 'same') return []
  if (comparison === 'older')
    return [
      hintFinding('database', {
        text: 'it is of an older version. The next start upgrades it, after a backup.',
        german: 'Sie ist von einer älteren Version. Der nächste Start stellt sie um, nach einer Sicherung.',
      }),
    ]
  return [
    wrongFinding('database', {
      text: 'it is of a newer version of Ordi. Start that version.',
      german: 'Sie ist von einer neueren Version von Ordi. Bitte diese Version starten.',
    }),
  ]
}

function contextOf(db: Db, now: Instant, config: OpenedConfig): Ctx {
  return { db, now, actor: { kind: 'cli' }, config }
}
