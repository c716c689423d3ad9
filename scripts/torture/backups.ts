import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { backupDatabase } from '../../src/db/backup-file.ts'
import { readSettings } from '../../src/practice/settings.ts'
import { stopServer } from '../bench/servers.ts'
import { BUILT_PROGRAM, runNode, startNode } from '../programs.ts'
import { type AppointmentState, acknowledgedNow, checkCopy } from './check.ts'
import { emptyFindings, type Findings } from './findings.ts'
import { runStorm } from './storm.ts'
import type { StormTools } from './storm-tools.ts'

/** Milliseconds within which a command is killed; a command that is not killed takes about as long. */
const KILL_WITHIN_MS = 1_200

/** A backup, and what was acknowledged when it began. */
type Backup = Readonly<{ file: string; acknowledged: readonly AppointmentState[] }>

/**
 * Makes backups under load, and checks that each has everything that was acknowledged before it. Then it
 * kills backups, restores and changes of the secret at any moment, and runs a drill.
 */
export function runBackupStorm({ count, kills }: Readonly<{ count: number; kills: number }>) {
  return runStorm(
    { storm: 'backup, restore, secret', strain: `${count} backups, ${3 * kills} kills` },
    async (tools) => {
      const { practice, findings, startPortal, withLoad, check } = tools
      const backups: Backup[] = []
      const killedBackups: Backup[] = []
      const server = await startPortal()
      await withLoad([server], async () => {
        backups.push(...(await makeBackups(tools, count)))
        killedBackups.push(...(await killBackups(tools, kills)))
      })
      await stopServer(server)
      check()
      for (const { file, acknowledged } of [...backups, ...killedBackups])
        checkCopy(file, acknowledged, findings)

      const first = backups.at(0)
      const last = backups.at(-1)
      if (first === undefined || last === undefined) throw new Error('no backup')
      await runCommand(practice.dataDir, ['drill', last.file])

      const dataDir = join(practice.dataDir, 'restored')
      mkdirSync(dataDir)
      copyFileSync(join(practice.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
      await killRestores({ dataDir, first, last, kills, findings })
      await killChangesOfSecret({ dataDir, last, kills, findings })
    },
  )
}

/** Makes backups one after the other, in this process. */
async function makeBackups({ practice, file, journal }: StormTools, count: number): Promise<Backup[]> {
  const backups: Backup[] = []
  for (let index = 0; index < count; index++) {
    const acknowledged = acknowledgedNow(journal)
    const copyFile = join(practice.dataDir, `copy-${index}.db`)
    await backupDatabase(file, copyFile)
    backups.push({ file: copyFile, acknowledged })
  }
  return backups
}

/** Starts backups by the command, and kills each of them. Returns those that were finished before that. */
async function killBackups({ practice, journal }: StormTools, kills: number): Promise<Backup[]> {
  const backups: Backup[] = []
  for (let index = 0; index < kills; index++) {
    const acknowledged = acknowledgedNow(journal)
    const copyFile = join(practice.dataDir, `killed-${index}.db`)
    await killCommand(practice.dataDir, ['backup', copyFile])
    if (existsSync(copyFile)) backups.push({ file: copyFile, acknowledged })
  }
  return backups
}

type CommandKills = Readonly<{ dataDir: string; last: Backup; kills: number; findings: Findings }>

/**
 * Kills restores of the first and the last backup in turn. A killed restore leaves the data of either of
 * them, never a mixture. The first lacks what was acknowledged after it, so the number of faults in
 * comparison with the last one tells which of them a file is.
 */
async function killRestores({ dataDir, first, last, kills, findings }: CommandKills & { first: Backup }) {
  const restored = join(dataDir, 'ordi.db')
  await runCommand(dataDir, ['restore', last.file, '--yes'])
  checkCopy(restored, last.acknowledged, findings)
  const missingInFirst = countMissing(first.file, last)
  for (let round = 0; round < kills; round++) {
    await killCommand(dataDir, ['restore', (round % 2 === 0 ? first : last).file, '--yes'])
    checkCopy(restored, first.acknowledged, findings)
    const missing = countMissing(restored, last)
    if (missing !== 0 && missing !== missingInFirst) findings.damage.push('a mixture of two backups')
  }
}

/** Returns how much of what was acknowledged before the backup is missing in the database file. */
function countMissing(file: string, { acknowledged }: Backup): number {
  const findings = emptyFindings()
  checkCopy(file, acknowledged, findings)
  return findings.lost.length
}

/** Kills changes of the secret. Afterwards the data of the last backup are whole, and can be decrypted. */
async function killChangesOfSecret({ dataDir, last, kills, findings }: CommandKills) {
  await runCommand(dataDir, ['restore', last.file, '--yes'])
  for (let round = 0; round < kills; round++) await killCommand(dataDir, ['secret', 'rotate'])
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const { SEVENIO_KEY } = readSettings(app.ctx({ kind: 'cli' }), 'sevenio')
  app.close()
  if (SEVENIO_KEY !== 'demo-key') findings.lost.push('a password, by a change of the secret')
  checkCopy(join(dataDir, 'ordi.db'), last.acknowledged, findings)
}

/** Runs a command of `ordi`, and kills it after a random time. */
async function killCommand(dataDir: string, args: readonly string[]): Promise<void> {
  const child = startNode([BUILT_PROGRAM, ...args], { env: { DATA_DIR: dataDir }, stdio: 'ignore' })
  await Promise.race([once(child, 'exit'), setTimeout(randomInt(KILL_WITHIN_MS))])
  await stopServer({ child }, 'SIGKILL')
}

/** Runs a command of `ordi` to its end. Throws when the command fails. */
async function runCommand(dataDir: string, args: readonly string[]): Promise<void> {
  const status = await runNode([BUILT_PROGRAM, ...args], {
    env: { DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`ordi ${args.join(' ')} failed`)
}
