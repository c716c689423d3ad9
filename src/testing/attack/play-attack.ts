import { cancelByStaff } from '../../booking/cancellation.ts'
import { createManualBooking } from '../../booking/manual-booking.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { CALLER } from '../factory.ts'
import { ATTACKS, type Attack, type Network } from './attackers.ts'
import { type Figures, newestMessageId, readFigures } from './figures.ts'
import { openPatients, type Patients } from './patients.ts'
import { findFreeStart, type Portal, readFreeShare, runJobs } from './portal.ts'

const SECOND = 1000

/** The name of an attack, as `npm run attack` takes it. */
export type AttackName = keyof typeof ATTACKS

/** Appointments that the practice cancels one after the other, so that there is time to offer. */
const CANCELLED_APPOINTMENTS = 12
/** Milliseconds between two steps of the first hour. The attackers act in each. */
const STEP_OF_FIRST_HOUR = MINUTE
/** Milliseconds between two later steps, which are longer to save work. */
const LATER_STEP = 5 * MINUTE

// Milliseconds between two events of one kind. All are multiples of both steps, so that none is skipped.

/** One patient books, one opens the list of appointments, and one joins the waiting list. */
const ARRIVAL_INTERVAL = 15 * MINUTE
/** The practice cancels an appointment. */
const CANCELLATION_INTERVAL = 2 * HOUR

type AttackOptions = Readonly<{
  /** The attacks that happen together. */
  attacks: readonly AttackName[]
  network: Network
  /** Milliseconds since the beginning, in ascending order. */
  lengths: readonly number[]
}>

/** An attack that is being played. */
type RunningAttack = {
  readonly portal: Portal
  readonly patients: Patients
  /** The ids of the appointments that the practice has not cancelled yet. */
  readonly appointmentIds: string[]
  /** Each lets the attackers of one kind act once. */
  readonly attacks: readonly Attack[]
  /** Milliseconds since the attack began. */
  elapsed: number
  /** The least share of free starts so far, from 0 to 1. */
  leastFreeShare: number
}

/** Plays the attacks together from one network. Returns the figures after each length. */
export async function playAttack(
  portal: Portal,
  { attacks, network, lengths }: AttackOptions,
): Promise<Figures[]> {
  const patients = await openPatients(portal)
  const appointmentIds = enterAppointments(portal)
  // The pause keeps the preparation out of the hourly limits.
  portal.pass(HOUR)
  const newestBefore = newestMessageId(portal)
  const running: RunningAttack = {
    portal,
    patients,
    appointmentIds,
    attacks: attacks.map((name) => ATTACKS[name](portal, network)),
    elapsed: 0,
    leastFreeShare: 1,
  }
  const figures: Figures[] = []
  for (const length of lengths) {
    while (running.elapsed < length) await playStep(running)
    runJobs(portal)
    const { leastFreeShare } = running
    figures.push({ ...readFigures(portal, patients.everybody, newestBefore), leastFreeShare })
  }
  return figures
}

/** Lets attackers, patients and practice act, in this order, and moves the clock to the next step. */
async function playStep(running: RunningAttack): Promise<void> {
  const { portal, patients, appointmentIds, attacks, elapsed } = running
  runJobs(portal)
  for (const attack of attacks) {
    await attack()
    // The limit of calls per second applies to each attack separately.
    portal.pass(SECOND)
  }
  running.leastFreeShare = Math.min(running.leastFreeShare, readFreeShare(portal))

  if (elapsed % ARRIVAL_INTERVAL === 0) patients.arrive()
  await patients.act()
  const cancelledId = elapsed % CANCELLATION_INTERVAL === 0 ? appointmentIds.shift() : undefined
  if (cancelledId !== undefined) cancelByStaff(portal.ctx(), cancelledId, '')

  const step = elapsed < HOUR ? STEP_OF_FIRST_HOUR : LATER_STEP
  portal.pass(step - attacks.length * SECOND)
  running.elapsed += step
}

/** Enters the appointments that the practice cancels later. Returns their ids. */
function enterAppointments(portal: Portal): string[] {
  return Array.from({ length: CANCELLED_APPOINTMENTS }, (_, i) => {
    const start = findFreeStart(portal, 'folgebehandlung', i)
    if (start === undefined) throw new Error('No time is free before the attack.')
    return createManualBooking(portal.ctx(), {
      serviceId: 'folgebehandlung',
      start,
      contact: CALLER,
      message: '',
    }).id
  })
}
