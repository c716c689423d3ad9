import { execFile } from 'node:child_process'
import { resolveTxt } from 'node:dns/promises'
import { promisify } from 'node:util'
import { type ResolveHost, resolveHostBySystem } from '../access/guarded-call.ts'
import type { Config } from '../config.ts'
import { type Clock, type Ctx, systemClock } from '../ctx.ts'
import { type Finding, goodFinding, type Subject } from '../operation/checks/finding.ts'
import { listFindings } from '../operation/checks.ts'
import { isWeb, parseUrl } from '../shared/url.ts'
import { REVISION, VERSION } from '../version.ts'
import { type Command, CommandError } from './command.ts'
import { checkAddress } from './doctor/address.ts'
import { checkWithLimit, type DoctorCheck } from './doctor/check-with-limit.ts'
import { checkClock, checkTimeZone } from './doctor/clock.ts'
import { checkDataFolder, findBackupFolderFault } from './doctor/data-folder.ts'
import type { ResolveTxt } from './doctor/dns.ts'
import { askHealth, checkServer } from './doctor/health.ts'
import { checkMailServer, checkSender } from './doctor/mail.ts'
import { type OpenedData, openStoredData } from './doctor/stored-data.ts'

/** The signs printed for the levels of findings. */
const SIGNS = { good: '✓', hint: '!', wrong: '✗' } as const
/** Milliseconds for each check. Checks that wait for other servers run at the same time. */
const TIME_LIMIT_MS = 30_000
/** Milliseconds by which all checks, each with its own limit, must have ended. */
const EXAMINATION_TIME_LIMIT_MS = 2 * TIME_LIMIT_MS

/** Functions that reach outside the process. Tests replace them. */
export type DoctorPorts = Readonly<{ resolveHost: ResolveHost; resolveTxt: ResolveTxt; now: Clock }>

const PORTS: DoctorPorts = { resolveHost: resolveHostBySystem, resolveTxt, now: systemClock }

/**
 * Checks an installation, and says what to do. Changes nothing, sends no message and prints no secret. Runs
 * with or without the server. Rule: docs/behaviour.md 14.26.
 */
export const doctorCommand: Command = {
  usage: 'doctor [--clock URL | --json]',
  readsArguments: true,
  run: async (config, [option, clockUrl, ...rest]) => {
    const isValid =
      option === undefined ||
      (option === '--json' && clockUrl === undefined) ||
      (option === '--clock' && clockUrl !== undefined && isWeb(parseUrl(clockUrl)))
    if (!isValid || rest.length > 0) throw new CommandError(`usage: ordi ${doctorCommand.usage}`)
    const findings = await examine(config, PORTS, clockUrl)
    if (option === '--json') {
      console.log(JSON.stringify(findings))
      return 0
    }
    // The subjects form a column.
    const width = Math.max(...findings.map(({ about }) => about.length))
    for (const { level, about, text } of findings)
      console.log(`${SIGNS[level]} ${about.padEnd(width)}  ${text}`)
    return findings.some(({ level }) => level === 'wrong') ? 1 : 0
  },
}

/**
 * Returns all findings, in the order in which they are printed. Leaves out what cannot be known, such as
 * backups before the first start.
 * @param clockUrl the URL of a server to compare this machine's clock with
 */
export async function examine(config: Config, ports: DoctorPorts, clockUrl?: string): Promise<Finding[]> {
  const data = openStoredData(config, ports.now())
  try {
    const healthStatus = await askHealth(config)
    const possibleChecks = listChecks({ config, ports, clockUrl, data, healthStatus }).filter(
      ({ isPossible = true }) => isPossible,
    )
    const findings = await Promise.all(
      possibleChecks.map(({ about, run }) => checkWithLimit(TIME_LIMIT_MS, about, run)),
    )
    return findings.flat()
  } finally {
    data.ctx.db.$client.close()
  }
}

/** A check, and the subject of its findings. Without what it needs to know, it is not possible. */
type SubjectCheck = Readonly<{ about: Subject; isPossible?: boolean; run: DoctorCheck }>

/** Lists the checks, in the order in which their findings are printed. */
function listChecks({
  config,
  ports,
  clockUrl,
  data: { ctx, isStored, findings },
  healthStatus,
}: Readonly<{
  config: Config
  ports: DoctorPorts
  clockUrl: string | undefined
  data: OpenedData
  healthStatus: number | undefined
}>): SubjectCheck[] {
  // Advice about unreadable settings would be wrong. Before the first start there are none to read.
  const areSettingsKnown = isStored || findings.every(({ level }) => level === 'hint')
  // The environment may set what is unknown otherwise.
  const isMailServerKnown = areSettingsKnown || config.smtpUrl !== undefined
  const isSenderKnown = areSettingsKnown || config.mailFrom !== undefined
  const isAddressKnown = areSettingsKnown || config.baseUrlIsSet
  const isRunning = healthStatus !== undefined
  return [
    { about: 'data folder', run: () => checkProgramAndFolder(ctx, config) },
    { about: 'database', run: () => findings },
    { about: 'backup', isPossible: isStored, run: () => checkBackups(ctx, config) },
    {
      about: 'clock',
      run: async () => [checkTimeZone(), await checkClock(ctx.db, ports.now, clockUrl)],
    },
    { about: 'mail server', isPossible: isMailServerKnown, run: async () => [await checkMailServer(ctx)] },
    {
      about: 'sender',
      isPossible: isSenderKnown,
      run: async () => [await checkSender(ctx, ports.resolveTxt)],
    },
    { about: 'operation', isPossible: isStored, run: () => listFindings(ctx, 'operation') },
    { about: 'server', run: () => [checkServer(config, healthStatus)] },
    {
      about: 'address',
      isPossible: isAddressKnown,
      run: () => checkAddress(ctx, ports.resolveHost, { isRunning, isStored }),
    },
  ]
}

function checkProgramAndFolder(ctx: Ctx, config: Config): Finding[] {
  return [checkVersion(), checkDataFolder(config), ...listFindings(ctx, 'data folder')]
}

/** Checks the backups, unless their folder cannot be read. */
function checkBackups(ctx: Ctx, config: Config): readonly Finding[] {
  const folderFault = findBackupFolderFault(config)
  return folderFault === undefined ? listFindings(ctx, 'backup') : [folderFault]
}

/** Returns a finding with the versions of Ordi and Node. */
function checkVersion(): Finding {
  const text = `Ordi ${VERSION} (commit ${REVISION}), Node ${process.versions.node}`
  return goodFinding('version', { text, german: text })
}

/**
 * Runs the command in another process, because reading every page of the database would delay requests.
 * @throws Error when it could not be run
 */
export async function startDoctor(): Promise<Finding[]> {
  const command = [process.argv[1] ?? '', 'doctor', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    timeout: EXAMINATION_TIME_LIMIT_MS,
  })
  return JSON.parse(stdout)
}
