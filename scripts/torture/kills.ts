import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { stop } from '../bench/servers.ts'
import { PROGRAM, startNode } from '../tools.ts'
import { runStorm } from './storm.ts'

/** Kills the portal at any moment while patients book and the practice decides, each fifth time while it starts. */
export function kills(times: number) {
  return runStorm(
    'kill −9 under load',
    `${times} kills`,
    async ({ place, start, under, acknowledged, check, endClaims, drain }) => {
      for (let kill = 1; kill <= times; kill++) {
        if (kill % 5 === 0) {
          const env = { ...place.env, PATH: process.env.PATH, DATA_DIR: place.dataDir, PORT: '1' }
          const program = startNode([PROGRAM, 'serve'], { env, stdio: 'ignore' })
          await setTimeout(randomInt(1_000))
          await stop({ program }, 'SIGKILL')
        } else {
          const server = await start()
          await under([server], async () => {
            await acknowledged(randomInt(1, 30))
            await setTimeout(randomInt(5))
            await stop(server, 'SIGKILL')
          })
        }
        check()
        endClaims()
      }
      await drain(times)
    },
  )
}
