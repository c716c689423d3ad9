import { cancelByPatient } from '../../booking/cancellation.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFree, openVisitor, PATIENT, type Portal, runJobs, type Visitor } from './portal.ts'
import { askForHold, requestAppointment } from './visits.ts'

/** How many patients come in each hour from the opening on. All of them are new. */
const PATIENTS_BY_HOUR = [15, 10, 8, 6, 5, 4, 4, 3, 3, 2]
/** Every third patient is in a mobile network, whose customers share these addresses. */
const SHARED_ADDRESSES = 6
/** Minutes that patients read before the request, in turn. */
const READING_MINUTES = [1, 2, 4, 7]

// Patients by their number. The remainders differ, so that the first patients do different things.
const takesAnotherTimeFirst = (patient: number) => patient % 7 === 3
const givesUp = (patient: number) => patient % 5 === 2
const booksAgain = (patient: number) => patient % 11 === 4
const isMobile = (patient: number) => patient % 3 === 0

/** Returns the address of a patient. Mobile patients have every third number, and so does each address. */
function addressOf(patient: number): string {
  return isMobile(patient) ? `198.18.0.${patient % (3 * SHARED_ADDRESSES)}` : `198.18.1.${patient}`
}

type Step = { at: Instant; act: () => Promise<void> }

/** The day while it is played. */
type FirstDay = {
  readonly portal: Portal
  /** The steps that are still to come, in any order. */
  readonly steps: Step[]
  readonly refused: string[]
  booked: number
}

/** A patient's number decides what the patient does, and draws the times. */
type NewPatient = Readonly<{ number: number; visitor: Visitor }>

/**
 * Plays the first day of a practice, which knows nobody. Every fifth patient gives up at the last step, every
 * seventh takes another time first, and every eleventh cancels at once and books again.
 * @returns how many requested an appointment, and the code of each refusal
 */
export async function playFirstDay(portal: Portal): Promise<{ booked: number; refused: string[] }> {
  const day: FirstDay = { portal, steps: [], refused: [], booked: 0 }
  for (const [number, minutes] of arrivals().entries()) {
    const visitor = openVisitor(portal, addressOf(number), `new${number}${PATIENT}`)
    later(day, minutes, () => come(day, { number, visitor }))
  }
  while (day.steps.length > 0) await playMinute(day)
  return { booked: day.booked, refused: day.refused }
}

/** Lets something happen the given number of minutes from now. */
function later({ portal, steps }: FirstDay, minutes: number, act: Step['act']): void {
  steps.push({ at: portal.ctx().now + minutes * MINUTE, act })
}

/** Takes the steps that are due, and moves the clock to the next minute. */
async function playMinute({ portal, steps }: FirstDay): Promise<void> {
  runJobs(portal)
  const { now } = portal.ctx()
  for (const step of steps.filter(({ at }) => at <= now)) {
    steps.splice(steps.indexOf(step), 1)
    await step.act()
  }
  portal.pass(MINUTE)
}

/** A patient chooses a time, and requests it after some minutes of reading. */
async function come(day: FirstDay, patient: NewPatient): Promise<void> {
  const { number } = patient
  // Draws that are no whole numbers find other times than any patient's first draw.
  if (takesAnotherTimeFirst(number)) await hold(day, patient, number + 0.5)
  const holdId = await hold(day, patient, number)
  if (givesUp(number)) return
  later(day, READING_MINUTES[number % READING_MINUTES.length] ?? 0, async () => {
    const id = await request(day, patient, holdId)
    if (booksAgain(number) && id !== undefined) await cancelAndBookAgain(day, patient, id)
  })
}

async function cancelAndBookAgain(day: FirstDay, patient: NewPatient, bookingId: string): Promise<void> {
  cancelByPatient(day.portal.ctx(), bookingId, '')
  day.booked--
  await request(day, patient, await hold(day, patient, patient.number + 0.25))
}

/** Asks for a hold, and notes a refusal. Returns the id of the hold. */
async function hold(
  { portal, refused }: FirstDay,
  { visitor }: NewPatient,
  draw: number,
): Promise<string | undefined> {
  const start = findFree(portal, 'erstordination', draw)
  const answer = await askForHold(portal, visitor, { start: start ?? 0 })
  if (answer.status === 201) return answer.json.hold_id
  refused.push(`hold ${answer.json.error}`)
  return undefined
}

/** Requests the time of a hold, and counts it or notes the refusal. Returns the id of the booking. */
async function request(
  day: FirstDay,
  { visitor }: NewPatient,
  holdId: string | undefined,
): Promise<string | undefined> {
  if (holdId === undefined) return undefined
  const answer = await requestAppointment(day.portal, visitor, holdId)
  if (answer.status === 201) day.booked++
  else day.refused.push(`request ${answer.json.error}`)
  return answer.json.id
}

/** Returns after how many minutes each patient comes. Those of an hour come at equal distances. */
function arrivals(): number[] {
  return PATIENTS_BY_HOUR.flatMap((patients, hour) =>
    Array.from({ length: patients }, (_, i) => (hour * HOUR + (i * HOUR) / patients) / MINUTE),
  )
}
