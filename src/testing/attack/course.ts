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
const CANCELLED_EVERY = 2 * HOUR
/**
 * Milliseconds between arrivals: each time one patient books, one opens the list of appointments, and one
 * joins the waiting list.
 */
const PATIENTS_EVERY = 15 * MINUTE
/** The time between two steps. The attackers act in each. Later steps are longer to save work. */
const STEP_OF_FIRST_HOUR = MINUTE
const LATER_STEP = 5 * MINUTE

/** An attack that is being played. */
type Course = {
  readonly portal: Portal
  readonly patients: Patients
  /** The ids of the appointments that the practice has not cancelled yet. */
  readonly appointments: string[]
  readonly attacks: readonly Attack[]
  /** Milliseconds since the attack began. */
  passed: number
  /** The least share of free starts so far, from 0 to 1. */
  leastFreeShare: number
}

/**
 * Plays the attacks together from one network.
 * @param lengths milliseconds since the beginning, in ascending order
 * @returns the figures after each length
 */
export async function playAttack(
  portal: Portal,
  {
    attacks,
    network,
    lengths,
  }: { attacks: readonly AttackName[]; network: Network; lengths: readonly number[] },
): Promise<Figures[]> {
  const patients = await openPatients(portal)
  const appointments = enterAppointments(portal)
  // The pause keeps the preparation out of the hourly limits.
  portal.pass(HOUR)
  const newestBefore = newestMessageId(portal)
  const course: Course = {
    portal,
    patients,
    appointments,
    attacks: attacks.map((name) => ATTACKS[name](portal, network)),
    passed: 0,
    leastFreeShare: 1,
  }
  const figures: Figures[] = []
  for (const length of lengths) {
    while (course.passed < length) await playStep(course)
    runJobs(portal)
    const { leastFreeShare } = course
    figures.push({ ...readFigures(portal, patients.everybody, newestBefore), leastFreeShare })
  }
  return figures
}

/** Lets the attackers act and then the patients, and moves the clock to the next step. */
async function playStep(course: Course): Promise<void> {
  const { portal, patients, appointments, attacks, passed } = course
  runJobs(portal)
  for (const attack of attacks) {
    await attack()
    // The limit of calls per second applies to each attack separately.
    portal.pass(SECOND)
  }
  course.leastFreeShare = Math.min(course.leastFreeShare, readFreeShare(portal))

  if (passed % PATIENTS_EVERY === 0) patients.arrive()
  await patients.act()
  const appointment = passed % CANCELLED_EVERY === 0 ? appointments.shift() : undefined
  if (appointment !== undefined) cancelByStaff(portal.ctx(), appointment, '')

  const length = passed < HOUR ? STEP_OF_FIRST_HOUR : LATER_STEP
  portal.pass(length - attacks.length * SECOND)
  course.passed += length
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
