import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type RunningServer, stopServer } from '../bench/servers.ts'
import { BUILT_PROGRAM, startNode } from '../programs.ts'
import { runStorm } from './storm.ts'
import type { StormTools } from './storm-tools.ts'

/** The kills of one round of `runTwoProcessStorm`. */
export const KILLS_PER_ROUND = 3

/** A call is refused while the other process keeps the database locked (docs/behaviour.md 14.30). */
const WHILE_LOCKED = { refusals: [503] }

/** How many calls are acknowledged before the only portal is killed. */
const CALLS_UNTIL_KILL = { least: 1, below: 30 }
/** The first kill is late, because a storm fails without an SMS or without appointments of both doctors. */
const CALLS_UNTIL_FIRST_KILL = { least: 25, below: 30 }
/** How many calls two portals acknowledge before a kill, enough for the decisions that send SMS. */
const CALLS_OF_TWO_UNTIL_KILL = { least: 15, below: 30 }
/** How many calls the surviving portal acknowledges after the kill. */
const CALLS_AFTER_KILL = { least: 5, below: 10 }

/** One kill in this many comes while the portal starts. */
const START_KILL_EVERY = 5
/** Milliseconds after which a starting portal is killed at the latest. */
const LONGEST_START_MS = 1_000

/**
 * Kills the portal at any moment while patients book and the practice decides, and at times while the portal
 * starts. There are two doctors, of whom patients take any.
 */
export function runKillStorm(times: number) {
  return runStorm(
    { storm: 'kill −9 under load, two doctors', strain: `${times} kills`, doctors: 2 },
    async (tools) => {
      for (let kill = 1; kill <= times; kill++) {
        if (kill % START_KILL_EVERY === 0) {
          await killAtStart(tools)
        } else {
          await killUnderLoad(tools, randomOf(kill === 1 ? CALLS_UNTIL_FIRST_KILL : CALLS_UNTIL_KILL))
        }
        tools.check()
        tools.endClaims()
      }
      await tools.drain(times)
    },
  )
}

/** Starts a portal, and kills it within `LONGEST_START_MS`. */
async function killAtStart({ practice }: StormTools): Promise<void> {
  // Nobody calls this portal, so it can listen anywhere, or fail to.
  const env = { ...practice.env, PATH: process.env.PATH, DATA_DIR: practice.dataDir, PORT: '1' }
  const child = startNode([BUILT_PROGRAM, 'serve'], { env, stdio: 'ignore' })
  await setTimeout(randomInt(LONGEST_START_MS))
  await stopServer({ child }, 'SIGKILL')
}

/** Starts a portal, and kills it after this many acknowledged calls. */
async function killUnderLoad(
  { startPortal, withLoad, untilAcknowledged }: StormTools,
  calls: number,
): Promise<void> {
  const server = await startPortal()
  await withLoad([server], async () => {
    await untilAcknowledged(calls)
    // The kill must not always follow an answer.
    await setTimeout(randomInt(5))
    await stopServer(server, 'SIGKILL')
  })
}

/**
 * Runs two portals on one directory, both in use. In each round it kills one of them, starts another, and
 * then kills both at once. There are two doctors, of whom patients take any.
 */
export function runTwoProcessStorm(rounds: number) {
  const kills = KILLS_PER_ROUND * rounds
  return runStorm(
    { storm: 'two processes, one directory', strain: `${kills} kills`, doctors: 2 },
    async (tools) => {
      for (let round = 0; round < rounds; round++) {
        const [first, second] = await Promise.all([tools.startPortal(), tools.startPortal()])
        await killOne(tools, { killed: first, surviving: second })
        tools.check()
        await killBoth(tools, [second, await tools.startPortal()])
        tools.check()
        tools.endClaims()
      }
      await tools.drain(kills)
    },
  )
}

/** Puts load on both portals, and kills one of them. The surviving one goes on. */
async function killOne(
  { withLoad, untilAcknowledged }: StormTools,
  { killed, surviving }: Readonly<{ killed: RunningServer; surviving: RunningServer }>,
): Promise<void> {
  const during = async () => {
    await untilAcknowledged(randomOf(CALLS_OF_TWO_UNTIL_KILL))
    await stopServer(killed, 'SIGKILL')
    await untilAcknowledged(randomOf(CALLS_AFTER_KILL))
  }
  await withLoad([killed, surviving], during, WHILE_LOCKED)
}

/** Puts load on both portals, and kills them at once. */
async function killBoth(
  { withLoad, untilAcknowledged }: StormTools,
  portals: readonly [RunningServer, RunningServer],
): Promise<void> {
  const during = async () => {
    await untilAcknowledged(randomOf(CALLS_OF_TWO_UNTIL_KILL))
    await Promise.all(portals.map((portal) => stopServer(portal, 'SIGKILL')))
  }
  await withLoad(portals, during, WHILE_LOCKED)
}

/** Returns a random whole number of a range. */
function randomOf({ least, below }: Readonly<{ least: number; below: number }>): number {
  return randomInt(least, below)
}
