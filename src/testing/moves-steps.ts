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
  newLife,
  paddedSpan,
  startOfStep,
} from './moves-model.ts'
import { refusalOfPatientMove } from './moves-refusals.ts'
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
      model.lives.push(newLife({ id, service, start, status: 'requested', hasEmail: true }))
  },
  move: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const start = startOfStep(life.service, step)
    const isMoved = runExpecting(
      () => moveByPatient(app.ctx(), life.id, { start, message: '' }),
      refusalOfPatientMove(model, life, start),
    )
    if (!isMoved || start === (life.askedStart ?? life.start)) return
    if (start === life.start) {
      endMove(life, 'kept')
      return
    }
    life.patientMoves++
    life.lastChange = undefined
    if (life.status === 'confirmed') life.askedStart = start
    else life.start = start
  },
  keep: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const isKept = runExpecting(
      () => moveByPatient(app.ctx(), life.id, { start: life.start, message: '' }),
      isStanding(life) ? undefined : 'already_decided',
    )
    if (isKept && life.askedStart !== undefined) endMove(life, 'kept')
  },
  cancel: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const isLate = !isBeforeCutOff({ start: life.start, now: Date.now(), cancelHours: DEFAULT_CANCEL_HOURS })
    cancelExpecting(life, isLate, () => cancelByPatient(app.ctx(), life.id, ''))
  },
  pass: (app, _model, { hours }) => {
    app.pass(Math.round(hours * HOUR))
  },
  jobs: (app, { lives }) => {
    remindDue(app.ctx())
    dropLapsedMoves(app.ctx())
    for (const life of lives) if (life.askedStart !== undefined && hasBegun(life)) endMove(life, 'kept')
  },
}

const STEPS: MoveSteps<MoveCommand['kind']> = { ...STEPS_OF_OTHERS, ...STEPS_OF_PRACTICE }

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
