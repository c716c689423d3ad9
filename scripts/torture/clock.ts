import { DAY_LENGTH, HOUR, MINUTE } from '../../src/shared/day.ts'
import { printTable } from '../table.ts'
import { LIMITS_MS, type Measured, measureStep } from './clock-jobs.ts'
import { endShifted, startShifted } from './shifted-clock.ts'
import { runStorm } from './storm.ts'

/**
 * Milliseconds of the steps. They stand for a clock that is corrected, summer time that is set by hand, a
 * wrong date, and a machine that slept.
 */
const STEPS_MS = [-2 * MINUTE, -HOUR, -3 * DAY_LENGTH, 12 * HOUR, 30 * DAY_LENGTH]
/** Calls that are acknowledged before each step and after the last. */
const CALLS_PER_STEP = 12
/**
 * After a step a hold can be expired, and a session or a verified e-mail address can be from the other time.
 */
const REFUSAL_STATUSES = [401, 403, 410]

/** Lets the clock of the machine step forward and back while patients book. */
export function runClockStorm() {
  return runStorm({ storm: 'steps of the clock', strain: `${STEPS_MS.length} steps` }, async (tools) => {
    const { withLoad, untilAcknowledged } = tools
    const { server, stepClock } = await startShifted(tools)
    const during = async () => {
      for (const step of STEPS_MS) {
        await untilAcknowledged(CALLS_PER_STEP)
        await stepClock(step)
      }
      await untilAcknowledged(CALLS_PER_STEP)
    }
    await withLoad([server], during, { refusals: REFUSAL_STATUSES })
    await endShifted(tools, server)
  })
}

/** Measures how soon jobs do their work after each step of the clock, and how long no request is answered. */
export function runClockJobStorm() {
  return runStorm(
    { storm: 'jobs after steps of the clock', strain: `${STEPS_MS.length} steps` },
    async (tools) => {
      const { withLoad, untilAcknowledged, findings } = tools
      const { server, stepClock } = await startShifted(tools)
      /** The names in `LIMITS_MS`, each of which is a column of the table. */
      const kinds = Object.keys(LIMITS_MS) as (keyof Measured)[]
      const table = [['step, in hours', ...kinds.map((kind) => `${kind}, in ms`)]]
      for (const step of STEPS_MS) {
        await withLoad([server], () => untilAcknowledged(CALLS_PER_STEP), { refusals: REFUSAL_STATUSES })
        const measured = await measureStep(tools.practice, server, () => stepClock(step))
        table.push([(step / HOUR).toFixed(2), ...kinds.map((kind) => measured[kind].toFixed(0))])
        for (const kind of kinds)
          if (measured[kind] > LIMITS_MS[kind])
            findings.late.push(`${kind}: over ${LIMITS_MS[kind]} ms after a step by ${step} ms`)
      }
      printTable(table)
      await endShifted(tools, server)
    },
  )
}
