import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_LENGTH, HOUR } from '../../src/shared/day.ts'
import { stop } from '../bench/servers.ts'
import { changeDatabase } from './place.ts'
import { CLOCK_FILE } from './shifted-clock-portal.ts'
import { runStorm } from './storm.ts'

/**
 * Milliseconds of the jumps. They stand for summer time that is set by hand, a machine that slept, and a
 * wrong clock that is corrected.
 */
const JUMPS_MS = [HOUR, -HOUR, 3 * DAY_LENGTH, -3 * DAY_LENGTH]
/** Calls that are acknowledged before each jump and after the last. */
const CALLS_PER_JUMP = 15

/** Lets the clock of the machine jump forward and back while patients book. */
export function clockJumps() {
  return runStorm(
    { storm: 'clock jumps', faults: `${JUMPS_MS.length} jumps` },
    async ({ place, journal, startPortal, withLoad, untilAcknowledged, check, drain }) => {
      let offset = 0
      // The portal reads the file after a signal. Sessions and verified addresses move along, because
      // otherwise the jump would end them and the clients could not go on.
      const setClock = () => {
        writeFileSync(join(place.dataDir, CLOCK_FILE), String(offset))
        const now = Date.now() + offset
        changeDatabase(
          place,
          `update sessions set created_at = ${now}, seen_at = ${now}; update email_verifications set verified_at = ${now}`,
        )
      }
      setClock()
      const server = await startPortal({}, { program: ['scripts/torture/shifted-clock-portal.ts'] })
      await withLoad(
        [server],
        async () => {
          for (const jump of JUMPS_MS) {
            await untilAcknowledged(CALLS_PER_JUMP)
            offset += jump
            setClock()
            server.program.kill('SIGUSR2')
          }
          await untilAcknowledged(CALLS_PER_JUMP)
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
