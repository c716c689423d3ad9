import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { backupDatabase } from '../../src/db/backup-file.ts'
import { readSettings } from '../../src/practice/settings.ts'
import { stop } from '../bench/servers.ts'
import { PROGRAM, startNode } from '../tools.ts'
import { checkCopy, openFindings, remember } from './check.ts'
import { runStorm } from './storm.ts'

const BACKUPS = 20
/** Milliseconds; a command takes about as long. */
const LONGEST_RUN = 1_200

/**
 * Makes backups under load, and checks that each has everything that was acknowledged before it. Then it
 * kills backups, restores and changes of the secret at any moment, and runs a drill.
 */
export function backups(kills: number) {
  return runStorm(
    'backup, restore, secret',
    `${BACKUPS} backups, ${3 * kills} kills`,
    async ({ place, file, journal, findings, start, under, check }) => {
      const made: [string, ReturnType<typeof remember>][] = []
      const server = await start()
      await under([server], async () => {
        for (let nr = 0; nr < BACKUPS; nr++) {
          const before = remember(journal)
          const copy = join(place.dataDir, `copy-${nr}.db`)
          await backupDatabase(file, copy)
          made.push([copy, before])
        }
        for (let nr = 0; nr < kills; nr++) {
          const before = remember(journal)
          const copy = join(place.dataDir, `killed-${nr}.db`)
          await killed(place.dataDir, ['backup', copy])
          if (existsSync(copy)) made.push([copy, before])
        }
      })
      await stop(server)
      check()
      for (const [copy, before] of made) checkCopy(copy, before, findings)

      const [first, last] = [made[0], made[BACKUPS - 1]]
      if (first === undefined || last === undefined) throw new Error('no backup')
      await succeeds(place.dataDir, ['drill', last[0]])

      const dataDir = join(place.dataDir, 'restored')
      const restored = join(dataDir, 'ordi.db')
      mkdirSync(dataDir)
      copyFileSync(join(place.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
      await succeeds(dataDir, ['restore', last[0], '--yes'])
      checkCopy(restored, last[1], findings)
      for (let nr = 0; nr < kills; nr++) {
        await killed(dataDir, ['restore', (nr % 2 === 0 ? first : last)[0], '--yes'])
        // The restored file must be one of the two copies, and no mixture. The first copy has less than the
        // last.
        checkCopy(restored, first[1], findings)
        const isLast = openFindings()
        checkCopy(restored, last[1], isLast)
        const missing = isLast.lost.length
        const isFirst = openFindings()
        checkCopy(first[0], last[1], isFirst)
        if (missing !== 0 && missing !== isFirst.lost.length) findings.damage.push('a mixture of two backups')
      }
      await succeeds(dataDir, ['restore', last[0], '--yes'])
      for (let nr = 0; nr < kills; nr++) await killed(dataDir, ['secret', 'rotate'])
      const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
      const { SEVENIO_KEY } = readSettings(app.ctx({ kind: 'cli' }), 'sevenio')
      app.close()
      if (SEVENIO_KEY !== 'demo-key') findings.lost.push('a password, by a change of the secret')
      checkCopy(restored, last[1], findings)
    },
  )
}

/** Runs a command of `ordi`, and kills it after a random time. */
async function killed(dataDir: string, args: readonly string[]): Promise<void> {
  const program = startNode([PROGRAM, ...args], { env: { DATA_DIR: dataDir }, stdio: 'ignore' })
  await Promise.race([once(program, 'exit'), setTimeout(randomInt(LONGEST_RUN))])
  await stop({ program }, 'SIGKILL')
}

/** Runs a command of `ordi`. @throws Error when the command fails */
async function succeeds(dataDir: string, args: readonly string[]): Promise<void> {
  const program = startNode([PROGRAM, ...args], {
    env: { DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = await once(program, 'exit')
  if (status !== 0) throw new Error(`ordi ${args.join(' ')} failed`)
}
