import { cancelByPatient } from '../../booking/cancellation.ts'
import { HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { findFreeStart, openVisitor, PATIENT_DOMAIN, type Portal, runJobs, type Visitor } from './portal.ts'
import { askForHold, requestAppointment } from './visits.ts'

/** The number of patients in each hour after the opening. All of them are new. */
const PATIENTS_BY_HOUR = [15, 10, 8, 6, 5, 4, 4, 3, 3, 2]
/** Every third patient is in a mobile network, whose customers share these IP addresses. */
const SHARED_ADDRESSES = 6
/** Minutes of reading between hold and request. Patients take these values in turn. */
const READING_MINUTES = [1, 2, 4, 7]

// The first draw of `findFreeStart` for a patient is the number, which is whole. Further draws add a
// fraction, so that they differ from the draws of all other patients.
const DRAW_OF_ANOTHER_TIME = 0.5
const DRAW_OF_SECOND_BOOKING = 0.25

// The number of a patient decides what the patient does. The remainders differ, so that early patients do
// different things.
const takesAnotherTimeFirst = (patient: number) => patient % 7 === 3
const givesUp = (patient: number) => patient % 5 === 2
const booksAgain = (patient: number) => patient % 11 === 4
const isMobile = (patient: number) => patient % 3 === 0

/** Returns the IP address of a patient. Every third patient is mobile and shares an address. */
function addressOf(patient: number): string {
  return isMobile(patient) ? `198.18.0.${patient % (3 * SHARED_ADDRESSES)}` : `198.18.1.${patient}`
}

/** An action of a patient at an instant. */
type Step = { at: Instant; act: () => Promise<void> }

/** The state of the day while it is played. */
type FirstDay = {
  readonly portal: Portal
  /** The steps that are still to come, in any order. */
  readonly steps: Step[]
  /** The call and the code of each refusal. */
  readonly refused: string[]
  /** The number of requested appointments that were not cancelled. */
  booked: number
}

/** A patient's number decides what the patient does, and selects the times. */
type NewPatient = Readonly<{ number: number; visitor: Visitor }>

/**
 * Plays the first day of a practice, which knows nobody. Every fifth patient gives up at the last step, every
 * seventh takes another time first, and every eleventh cancels at once and books again.
 * @returns how many have requested an appointment, and the call and the code of each refusal
 */
export async function playFirstDay(portal: Portal): Promise<{ booked: number; refused: string[] }> {
  const day: FirstDay = { portal, steps: [], refused: [], booked: 0 }
  for (const [number, minutes] of arrivalMinutes().entries()) {
    const visitor = openVisitor(portal, addressOf(number), `new${number}${PATIENT_DOMAIN}`)
    planStep(day, minutes, () => chooseTime(day, { number, visitor }))
  }
  while (day.steps.length > 0) await playMinute(day)
  return { booked: day.booked, refused: day.refused }
}

/** Plans an action the given number of minutes from now. */
function planStep({ portal, steps }: FirstDay, minutes: number, act: Step['act']): void {
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

/** Lets a patient hold a time, and plans the request after some minutes of reading. */
async function chooseTime(day: FirstDay, patient: NewPatient): Promise<void> {
  const { number } = patient
  if (takesAnotherTimeFirst(number)) await holdTime(day, patient, number + DRAW_OF_ANOTHER_TIME)
  const holdId = await holdTime(day, patient, number)
  if (givesUp(number)) return
  planStep(day, READING_MINUTES[number % READING_MINUTES.length] ?? 0, async () => {
    const id = await requestHeldTime(day, patient, holdId)
    if (booksAgain(number) && id !== undefined) await cancelAndBookAgain(day, patient, id)
  })
}

async function cancelAndBookAgain(day: FirstDay, patient: NewPatient, bookingId: string): Promise<void> {
  cancelByPatient(day.portal.ctx(), bookingId, '')
  day.booked--
  const holdId = await holdTime(day, patient, patient.number + DRAW_OF_SECOND_BOOKING)
  await requestHeldTime(day, patient, holdId)
}

/** Asks for a hold. Returns its id; undefined after a refusal, which is noted. */
async function holdTime(
  { portal, refused }: FirstDay,
  { visitor }: NewPatient,
  draw: number,
): Promise<string | undefined> {
  const start = findFreeStart(portal, 'erstordination', draw)
  // Without a free start this asks for 1970, so that the portal refuses and the lack is noted too.
  const answer = await askForHold(portal, visitor, { start: start ?? 0 })
  if (answer.status === 201) return answer.json.hold_id
  refused.push(`hold ${answer.json.error}`)
  return undefined
}

/**
 * Requests the time of a hold, if there is one, and counts the booking or notes the refusal.
 * @returns its id
 */
async function requestHeldTime(
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

/** Returns the minute at which each patient arrives. The patients of one hour arrive at equal intervals. */
function arrivalMinutes(): number[] {
  return PATIENTS_BY_HOUR.flatMap((patients, hour) =>
    Array.from({ length: patients }, (_, i) => (hour * HOUR + (i * HOUR) / patients) / MINUTE),
  )
}
