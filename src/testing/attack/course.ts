import { cancelByStaff } from '../../booking/cancellation.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { CALLER } from '../factory.ts'
import { ATTACKS, type Network } from './attackers.ts'
import { type Figures, newestMessageId, readFigures } from './figures.ts'
import { openPatients } from './patients.ts'
import { findFree, freeShare, type Portal, runJobs } from './portal.ts'

const SECOND = 1000

export type AttackName = keyof typeof ATTACKS

/** Appointments that the practice cancels, one every two hours, so that there is something to offer. */
const CANCELLED = 12

/**
 * Plays the attacks together, and returns the figures after each of the `lengths`, in milliseconds. The
 * attackers act every minute of the first hour, then every five minutes, and always before the patients, of
 * whom three come every quarter of an hour.
 */
export async function playAttack(
  portal: Portal,
  {
    attacks,
    network,
    lengths,
  }: { attacks: readonly AttackName[]; network: Network; lengths: readonly number[] },
): Promise<Figures[]> {
  const patients = openPatients(portal)
  await patients.prepare()
  const appointments = enterAppointments(portal)
  portal.pass(HOUR)
  const newestBefore = newestMessageId(portal)
  const attackSteps = attacks.map((name) => ATTACKS[name](portal, network))
  const figures: Figures[] = []
  let leastFree = 1
  let passed = 0
  const playStep = async () => {
    runJobs(portal)
    for (const attackOnce of attackSteps) {
      await attackOnce()
      // The limit of calls within a second binds each attack by itself.
      portal.pass(SECOND)
    }
    leastFree = Math.min(leastFree, freeShare(portal))
    if (passed % (15 * MINUTE) === 0) patients.arrive()
    await patients.act()
    const appointment = passed % (2 * HOUR) === 0 ? appointments.shift() : undefined
    if (appointment !== undefined) cancelByStaff(portal.ctx(), appointment, '')
    const pause = passed < HOUR ? MINUTE : 5 * MINUTE
    // The attacks have taken a second each.
    portal.pass(pause - attackSteps.length * SECOND)
    passed += pause
  }
  for (const length of lengths) {
    while (passed < length) await playStep()
    runJobs(portal)
    figures.push({ ...readFigures(portal, patients.everybody, newestBefore), leastFree })
  }
  return figures
}

/** Enters the appointments that the practice cancels later. Returns their ids. */
function enterAppointments(portal: Portal): string[] {
  return Array.from({ length: CANCELLED }, (_, i) => {
    const start = findFree(portal, 'folgebehandlung', i) ?? 0
    return createManualBooking(portal.ctx(), {
      serviceId: 'folgebehandlung',
      start,
      contact: CALLER,
      message: '',
    }).id
  })
}
