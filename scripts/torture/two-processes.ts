import { randomInt } from 'node:crypto'
import { stop } from '../bench/servers.ts'
import { runStorm } from './storm.ts'

/** Two portals on one directory, both in use; now one is killed, now the other, and at last both at once. */
export function twoProcesses(rounds: number) {
  const kills = 3 * rounds
  return runStorm(
    'two processes, one directory',
    `${kills} kills`,
    async ({ start, under, acknowledged, check, endClaims, drain }) => {
      for (let round = 0; round < rounds; round++) {
        let [one, other] = await Promise.all([start(), start()])
        await under([one, other], async () => {
          await acknowledged(randomInt(1, 20))
          await stop(one, 'SIGKILL')
          await acknowledged(randomInt(1, 10))
        })
        check()
        one = await start()
        await under([one, other], async () => {
          await acknowledged(randomInt(1, 20))
          await Promise.all([stop(one, 'SIGKILL'), stop(other, 'SIGKILL')])
        })
        check()
        endClaims()
      }
      await drain(kills)
    },
  )
}
