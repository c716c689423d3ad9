import { dropLapsedMoves } from '../booking/asked-moves.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { placeHold } from '../booking/holds.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { remindDue } from '../booking/reminders.ts'
import { requestBooking } from '../booking/requests.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { DEFAULT_CANCEL_HOURS, isBeforeCutOff } from '../shared/cut-off.ts'
import { HOUR } from '../shared/day.ts'
import { insertVerification } from './bookings.ts'
import { aContact } from './factory.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { pickFrom } from './model-test-commands.ts'
import type { MoveCommand, MoveSteps } from './moves-commands.ts'
import { cancelExpecting, resultExpecting, runExpecting } from './moves-expectations.ts'
import {
  endMove,
  hasBegun,
  isInHours,
  isStanding,
  isTaken,
  type MovesModel,
  newModelBooking,
  paddedSpan,
  startOfStep,
} from './moves-model.ts'
import { refusalOfPatientMove } from './moves-refusals.ts'
import { STEPS_OF_ABSENCES } from './moves-steps-of-absences.ts'
import { STEPS_OF_PRACTICE } from './moves-steps-of-practice.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import type { TestApp } from './test-app.ts'

/** This module runs the steps of the model test of moves, each in the portal and in the model. */

const BROWSER = 'the browser that everybody shares'
const EMAIL = 'rosa@musterfrau.example'

/** Lets the patient who makes all requests verify the e-mail address. */
export function verifyPatientOfMoves(app: TestApp): void {
  insertVerification(app.ctx().db, { email: EMAIL, browser: BROWSER, now: Date.now() })
}

/** Runs one step in the portal and in the model, and expects that both give the same refusal. */
export function runMoveStep(app: TestApp, model: MovesModel, step: MoveCommand): void {
  // The compiler cannot see that the verb matches the step's kind.
  const runStep = STEPS[step.kind] as (app: TestApp, model: MovesModel, step: MoveCommand) => void
  runStep(app, model, step)
}

/** The steps of patients, of the clock and of the jobs. */
const STEPS_OF_OTHERS: MoveSteps<'request' | 'move' | 'keep' | 'cancel' | 'pass' | 'jobs'> = {
  request: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = startOfStep(service, step)
    const isBookable =
      !isTaken(model, paddedSpan({ service, start })) && start > Date.now() && isInHours(service, start)
    const id = resultExpecting(
      () => requestTime(app, service.id, start),
      isBookable ? undefined : 'slot_taken',
    )
    if (id !== undefined)
      model.bookings.push(newModelBooking({ id, service, start, status: 'requested', hasEmail: true }))
  },
  move: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const start = startOfStep(booking.service, step)
    const isMoved = runExpecting(
      () => moveByPatient(app.ctx(), booking.id, { start, message: '' }),
      refusalOfPatientMove(model, booking, start),
    )
    if (!isMoved || start === (booking.askedStart ?? booking.start)) return
    if (start === booking.start) {
      endMove(booking, 'kept')
      return
    }
    booking.patientMoves++
    booking.lastChange = undefined
    if (booking.status === 'confirmed') booking.askedStart = start
    else booking.start = start
  },
  keep: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const isKept = runExpecting(
      () => moveByPatient(app.ctx(), booking.id, { start: booking.start, message: '' }),
      isStanding(booking) ? undefined : 'already_decided',
    )
    if (isKept && booking.askedStart !== undefined) endMove(booking, 'kept')
  },
  cancel: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const isLate = !isBeforeCutOff({
      start: booking.start,
      now: Date.now(),
      cancelHours: DEFAULT_CANCEL_HOURS,
    })
    cancelExpecting(booking, isLate, () => cancelByPatient(app.ctx(), booking.id, ''))
  },
  pass: (app, _model, { hours }) => {
    app.pass(Math.round(hours * HOUR))
  },
  jobs: (app, { bookings }) => {
    remindDue(app.ctx())
    dropLapsedMoves(app.ctx())
    for (const booking of bookings)
      if (booking.askedStart !== undefined && hasBegun(booking)) endMove(booking, 'kept')
  },
}

const STEPS: MoveSteps<MoveCommand['kind']> = {
  ...STEPS_OF_OTHERS,
  ...STEPS_OF_PRACTICE,
  ...STEPS_OF_ABSENCES,
}

/** Holds a time and requests it, as the wizard does. @returns the id of the booking */
function requestTime(app: TestApp, serviceId: string, start: number): string {
  const hold = placeHold(app.ctx(), {
    serviceId,
    start,
    email: EMAIL,
    browser: BROWSER,
    origin: undefined,
  })
  // The type of `aContact` also allows wrong values.
  const contact = aContact({ email: EMAIL }) as Contact
  return requestBooking(
    app.ctx(),
    { holdId: hold.id, contact, answers: [], browser: BROWSER, origin: undefined },
    verifiedBotCheck(app.ctx()),
  ).id
}
