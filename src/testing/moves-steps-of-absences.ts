import { closeTime } from '../booking/closed-times.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { MODEL_SERVICES } from './model-services.ts'
import type { MoveSteps } from './moves-commands.ts'
import { runExpecting } from './moves-expectations.ts'
import { endMove, MOVE_DAYS, type MovesModel, ownSpan, startOfStep } from './moves-model.ts'
import { overlaps, type Span } from './spans.ts'
import type { TestApp } from './test-app.ts'

const ABSENCE = { title: 'Fortbildung', resource_id: null }

/** The steps of the model test of moves that close time by absences, or open it again. */
export const STEPS_OF_ABSENCES: MoveSteps<'block' | 'close' | 'open'> = {
  block: (app, model, step) => {
    const start = startOfStep(MODEL_SERVICES[0], step)
    const span: Span = [start, start + step.halfHours * 30 * MINUTE]
    const input = { kind: 'block', ...ABSENCE, start: span[0], end: span[1] } as const
    closeExpecting(app, model, { span, input })
  },
  close: (app, model, step) => {
    const day = MOVE_DAYS[step.day] ?? ''
    const midnight = Date.parse(`${day}T00:00:00+01:00`)
    const input = { kind: 'closure', ...ABSENCE, reason: '', from: day, to: day } as const
    closeExpecting(app, model, { span: [midnight, midnight + DAY_LENGTH], input })
  },
  open: (app, { absences }, { pick }) => {
    const [absence] = absences.splice(pick % Math.max(1, absences.length), 1)
    runExpecting(() => deleteAbsence(app.assistant(), absence?.id ?? 0), absence ? undefined : 'not found')
  },
}

/** Saves an absence with this time, which rejects the moves into it. */
function closeExpecting(
  app: TestApp,
  { bookings, absences }: MovesModel,
  { span, input }: Readonly<{ span: Span; input: AbsenceInput }>,
): void {
  const isSaved = runExpecting(
    () => {
      const { id } = closeTime(app.assistant(), input)
      // Saving the same absence again returns the existing one.
      if (!absences.some((stored) => stored.id === id)) absences.push({ id, span })
    },
    span[1] <= Date.now() ? 'invalid' : undefined,
  )
  if (!isSaved) return
  for (const booking of bookings)
    if (booking.askedStart !== undefined && overlaps(ownSpan(booking, booking.askedStart), span))
      endMove(booking, 'rejected')
}
