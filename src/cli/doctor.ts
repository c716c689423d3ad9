import { execFile } from 'node:child_process'
import { resolveTxt } from 'node:dns/promises'
import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ResolveHost, resolveHostBySystem } from '../access/guarded-call.ts'
import { randomSecret } from '../access/random.ts'
import type { Config } from '../config.ts'
import { type Clock, type Ctx, type OpenedConfig, systemClock } from '../ctx.ts'
import { ownershipHint, traceOfDatabase } from '../db/files.ts'
import { type Db, openDatabase, openToRead, schemaAge } from '../db/open.ts'
import { type Finding, good, hint, type Subject, wrong } from '../operation/checks/finding.ts'
import { listFindings } from '../operation/checks.ts'
import type { Instant } from '../shared/day.ts'
import { type Command, CommandError } from './command.ts'
import { reasonOf, within } from './doctor/deadline.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkDataFolder,
  checkTimeZone,
  checkVersion,
  damaged,
} from './doctor/inside.ts'
import { checkAddress, checkMailServer, checkSender, type ResolveTxt } from './doctor/outside.ts'
import { checkSecret } from './doctor/secret.ts'

const SIGNS = { good: '✓', hint: '!', wrong: '✗' } as const
/** For each check, in milliseconds; checks that wait for others run at the same time. */
const TIME_LIMIT_MS = 30_000

/** Functions that reach outside the process. Tests replace them. */
export type DoctorPorts = Readonly<{ resolveHost: ResolveHost; resolveTxt: ResolveTxt; now: Clock }>

const PORTS: DoctorPorts = { resolveHost: resolveHostBySystem, resolveTxt, now: systemClock }

/**
 * Checks what an installation needs, and says what to do. Changes nothing, sends no message, prints no
 * secret. Runs beside the server and without it. Rule: docs/behaviour.md 14.26.
 */
export const doctor: Command = {
  usage: 'doctor [--clock URL | --json]',
  readsArguments: true,
  run: async (config, [option, clock, ...rest]) => {
    const isKnown =
      option === undefined ||
      (option === '--json' && clock === undefined) ||
      (option === '--clock' && clock !== undefined && URL.canParse(clock))
    if (!isKnown || rest.length > 0) throw new CommandError(`usage: ordi ${doctor.usage}`)
    const findings = await examine(config, PORTS, clock)
    if (option === '--json') {
      console.log(JSON.stringify(findings))
      return 0
    }
    const width = Math.max(...findings.map(({ about }) => about.length))
    for (const { level, about, text } of findings)
      console.log(`${SIGNS[level]} ${about.padEnd(width)}  ${text}`)
    return findings.some(({ level }) => level === 'wrong') ? 1 : 0
  },
}

/** Milliseconds in which the checks, which have a limit of their own, have surely ended. */
const EXAMINATION_TIME_LIMIT_MS = 2 * TIME_LIMIT_MS

/**
 * Runs the command in a process of its own, because reading every page of the database would keep requests
 * waiting.
 * @throws Error when it could not be run
 */
export async function startDoctor(): Promise<Finding[]> {
  const command = [process.argv[1] ?? '', 'doctor', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    timeout: EXAMINATION_TIME_LIMIT_MS,
  })
  return JSON.parse(stdout)
}

/** All findings, in the order in which they are read best. */
export async function examine(config: Config, ports: DoctorPorts, clock?: string): Promise<Finding[]> {
  const { ctx, isStored, findings } = open(config, ports.now())
  // Advice about settings that cannot be read would be wrong.
  const isKnown = isStored || findings.every(({ level }) => level === 'hint')
  try {
    const health = await askHealth(config)
    const check = (about: Subject, run: Parameters<typeof within>[2]) => within(TIME_LIMIT_MS, about, run)
    const groups = await Promise.all([
      check('data folder', () => [
        checkVersion(),
        checkDataFolder(config),
        ...listFindings(ctx, 'data folder'),
      ]),
      findings,
      isStored ? check('backup', () => checkBackups(config) ?? listFindings(ctx, 'backup')) : [],
      check('clock', async () => [checkTimeZone(), await checkClock(ctx.db, ports.now, clock)]),
      isKnown || config.smtpUrl ? check('mail server', async () => [await checkMailServer(ctx)]) : [],
      isKnown || config.mailFrom
        ? check('sender', async () => [await checkSender(ctx, ports.resolveTxt)])
        : [],
      isStored ? check('operation', () => listFindings(ctx, 'operation')) : [],
      [checkServer(config, health)],
      isKnown || config.baseUrlIsSet
        ? check('address', () => checkAddress(ctx, ports.resolveHost, health !== undefined))
        : [],
    ])
    return groups.flat()
  } finally {
    ctx.db.$client.close()
  }
}

function checkServer({ port }: Config, health: number | undefined): Finding {
  if (health === undefined)
    return hint('server', {
      text: `nothing answers on port ${port}. Start it: ordi serve`,
      german: `Auf Port ${port} antwortet nichts. Starten: „ordi serve“`,
    })
  if (health === 200)
    return good('server', { text: `answers on port ${port}`, german: `Antwortet auf Port ${port}` })
  return health === 503
    ? wrong('server', {
        text: `answers ${health} on port ${port}: its log says why`,
        german: `Antwortet auf Port ${port} mit ${health}: Warum, steht in seinem Protokoll.`,
      })
    : wrong('server', {
        text: `another program answers on port ${port} (status ${health}): stop it, or set PORT to a free one`,
        german: `Auf Port ${port} antwortet ein anderes Programm (Status ${health}): Bitte beenden, oder in PORT einen freien angeben.`,
      })
}

type Opened = Readonly<{ ctx: Ctx; isStored: boolean; findings: readonly Finding[] }>

/**
 * The database as it is. Where it cannot be used, an empty one in memory, so that what the environment sets
 * can be checked, also before the first start.
 */
function open(config: Config, now: Instant): Opened {
  const file = join(config.dataDir, 'ordi.db')
  const without = (...findings: Finding[]): Opened => {
    const ctx = contextOf(openDatabase(':memory:'), now, { ...config, appSecret: randomSecret() })
    return { ctx, isStored: false, findings }
  }
  let db: Db | undefined
  try {
    // SQLite would take an empty file for a database without any table.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return without(noDatabase(config, file))
    // Reading alone works with a file that the server could not write.
    accessSync(file, constants.R_OK | constants.W_OK)
    db = openToRead(file)
    const findings = [checkDatabase(db), ...checkSchema(db)]
    const fromFile = config.appSecret === undefined ? join(config.dataDir, 'secret.key') : undefined
    const isUsable = findings.every(({ level }) => level === 'good')
    const { secret, finding } = isUsable ? checkSecret(db, config, fromFile) : {}
    if (secret !== undefined && finding !== undefined) {
      const ctx = contextOf(db, now, { ...config, appSecret: secret })
      return { ctx, isStored: true, findings: [...findings, finding] }
    }
    db.$client.close()
    return without(...findings, ...(finding === undefined ? [] : [finding]))
  } catch (error) {
    db?.$client.close()
    return without(unreadable(error, config))
  }
}

/** Tells a database that was lost from one that the first start has not made yet. */
function noDatabase({ dataDir }: Config, file: string): Finding {
  const trace = traceOfDatabase(dataDir)
  if (trace === undefined)
    return hint('database', {
      text: 'there is none yet. The first start makes it: ordi serve',
      german: 'Es gibt noch keine. Der erste Start legt sie an: „ordi serve“',
    })
  return wrong('database', {
    text: `${file} is missing or empty. There was one, because ${trace} is there. Put it back, or a backup: ordi restore FILE --yes`,
    german: `${file} fehlt oder ist leer. Es gab eine, denn ${trace} ist da. Bitte zurücklegen, oder eine Sicherung zurückspielen: „ordi restore DATEI --yes“`,
  })
}

function unreadable(error: unknown, { dataDir }: Config): Finding {
  const code = String((error as { code?: unknown }).code)
  const reason = reasonOf(error)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(reason)
  // On a full disk, SQLite cannot make the files beside the database that reading needs too.
  const isFull = /^SQLITE_(FULL|IOERR)/.test(code)
  return wrong('database', {
    text: `it cannot be used (${reason}). ${isFull ? `Look whether the disk is full: df -h ${dataDir}` : ownershipHint(dataDir)}`,
    german: `Sie lässt sich nicht verwenden (${reason}). Bitte ${isFull ? 'prüfen, ob die Platte voll ist' : `Eigentümer und Rechte von ${dataDir} prüfen`}.`,
  })
}

function checkSchema(db: Db): Finding[] {
  const age = schemaAge(db)
  if (age === 'same') return []
  return age === 'older'
    ? [
        hint('database', {
          text: 'it is of an older version. The next start upgrades it, after a backup.',
          german: 'Sie ist von einer älteren Version. Der nächste Start stellt sie um, nach einer Sicherung.',
        }),
      ]
    : [
        wrong('database', {
          text: 'it is of a newer version of Ordi. Start that version.',
          german: 'Sie ist von einer neueren Version von Ordi. Bitte diese Version starten.',
        }),
      ]
}

function contextOf(db: Db, now: Instant, config: OpenedConfig): Ctx {
  return { db, now, actor: { kind: 'cli' }, config }
}

const TIMEOUT_MS = 3_000

/** Requests the health of the running portal, so that the image needs no curl. */
export const healthcheck: Command = {
  usage: 'healthcheck',
  run: async (config) => {
    const status = await askHealth(config)
    if (status === 200) return 0
    console.error(status === undefined ? `nothing answers on port ${config.port}` : `unhealthy: ${status}`)
    return 1
  },
}

/** The status of the answer; undefined when there is none. */
async function askHealth({ port, host }: Pick<Config, 'port' | 'host'>): Promise<number | undefined> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status
  } catch {
    return undefined
  }
}
