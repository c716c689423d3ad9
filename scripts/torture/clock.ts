import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_LENGTH, HOUR } from '../../src/shared/day.ts'
import { stop } from '../bench/servers.ts'
import { CLOCK_FILE } from './moved-portal.ts'
import { change } from './place.ts'
import { runStorm } from './storm.ts'

/**
 * Milliseconds. Such jumps come from summer time that is set by hand, a machine that slept, and a wrong clock
 * that is corrected.
 */
const JUMPS = [HOUR, -HOUR, 3 * DAY_LENGTH, -3 * DAY_LENGTH]
const CALLS = 15

/** Lets the clock of the machine jump forward and back while patients book. */
export function clockJumps() {
  return runStorm(
    'clock jumps',
    `${JUMPS.length} jumps`,
    async ({ place, journal, start, under, acknowledged, check, drain }) => {
      let offset = 0
      const move = () => {
        writeFileSync(join(place.dataDir, CLOCK_FILE), String(offset))
        const now = Date.now() + offset
        change(
          place,
          `update sessions set created_at = ${now}, seen_at = ${now}; update email_verifications set verified_at = ${now}`,
        )
      }
      move()
      const server = await start({}, { program: ['scripts/torture/moved-portal.ts'] })
      await under(
        [server],
        async () => {
          for (const jump of JUMPS) {
            await acknowledged(CALLS)
            offset += jump
            move()
            server.program.kill('SIGUSR2')
          }
          await acknowledged(CALLS)
        },
        // After a jump a hold can be expired, and a session or a verified address can be from the other time.
        { refusals: [401, 403, 410] },
      )
      await stop(server)
      // A jump forward ends holds, so they are not expected any more.
      journal.appointments = journal.appointments.filter(({ acknowledged }) => acknowledged.status !== 'held')
      check()
      await drain(0)
    },
  )
}
