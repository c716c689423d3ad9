import { cancelByPatient } from '../../booking/cancellation.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { findFree, openVisitor, PATIENT, type Portal, runJobs, type Visitor } from './portal.ts'
import { askForHold, requestAppointment } from './visits.ts'

/** Patients who come within an hour, by hour from the opening. All of them are new. */
const BY_HOUR = [15, 10, 8, 6, 5, 4, 4, 3, 3, 2]
/** Every third patient is in a mobile network, whose customers share these addresses. */
const SHARED_ADDRESSES = 6
/** Minutes for which somebody reads before the request. */
const READING = [1, 2, 4, 7]

// Patients by their number. The remainders differ, so that the first patients do different things.
const takesAnotherTimeFirst = (patient: number) => patient % 7 === 3
const givesUp = (patient: number) => patient % 5 === 2
const booksAgain = (patient: number) => patient % 11 === 4
const isMobile = (patient: number) => patient % 3 === 0

/** Returns the address of a patient. Mobile ones share some, which have every third number. */
function addressOf(patient: number): string {
  return isMobile(patient) ? `198.18.0.${patient % (3 * SHARED_ADDRESSES)}` : `198.18.1.${patient}`
}

type Step = { at: number; act: () => Promise<void> }

/**
 * Plays the first day of a practice, which knows nobody. Every fifth patient gives up at the last step, every
 * seventh takes another time first, and every eleventh cancels at once and books again.
 * @returns how many requested an appointment, and the code of each refusal
 */
export async function playFirstDay(portal: Portal): Promise<{ booked: number; refused: string[] }> {
  const refused: string[] = []
  const steps: Step[] = []
  let booked = 0
  /** Lets something happen the given number of minutes from now. */
  const later = (minutes: number, act: Step['act']) =>
    steps.push({ at: portal.ctx().now + minutes * MINUTE, act })

  const come = (visitor: Visitor, patient: number) => {
    const hold = async (draw: number) => {
      const start = findFree(portal, 'erstordination', draw)
      const answer = await askForHold(portal, visitor, { start: start ?? 0 })
      if (answer.status !== 201) refused.push(`hold ${answer.json.error}`)
      return answer.status === 201 ? (answer.json.hold_id as string) : undefined
    }
    const request = async (holdId: string | undefined) => {
      if (holdId === undefined) return undefined
      const answer = await requestAppointment(portal, visitor, holdId)
      if (answer.status !== 201) refused.push(`request ${answer.json.error}`)
      else booked++
      return answer.json.id as string
    }
    return async () => {
      // Draws that are no whole numbers find other times than any patient's first draw.
      if (takesAnotherTimeFirst(patient)) await hold(patient + 0.5)
      const holdId = await hold(patient)
      if (givesUp(patient)) return
      later(READING[patient % READING.length] ?? 0, async () => {
        const id = await request(holdId)
        if (!booksAgain(patient) || id === undefined) return
        cancelByPatient(portal.ctx(), id, '')
        booked--
        await request(await hold(patient + 0.25))
      })
    }
  }

  for (const [patient, minutes] of arrivals().entries()) {
    const visitor = openVisitor(portal, addressOf(patient), `new${patient}${PATIENT}`)
    later(minutes, come(visitor, patient))
  }
  while (steps.length > 0) {
    runJobs(portal)
    const { now } = portal.ctx()
    const due = steps.filter(({ at }) => at <= now)
    for (const step of due) {
      steps.splice(steps.indexOf(step), 1)
      await step.act()
    }
    portal.pass(MINUTE)
  }
  return { booked, refused }
}

/** Returns the minutes after the opening at which each patient comes, evenly within an hour. */
function arrivals(): number[] {
  return BY_HOUR.flatMap((patients, hour) =>
    Array.from({ length: patients }, (_, i) => (hour * HOUR + (i * HOUR) / patients) / MINUTE),
  )
}
