import * as v from 'valibot'
import { blockSchema, closureSchema } from './absence-kinds.ts'
import type { Day, Instant } from './day.ts'

/** The sentence for an absence that lies in the past. */
export const ABSENCE_IS_OVER = 'Diese Zeit ist schon vorbei.'

/**
 * The body of POST /absences: a block of time, or days on which the practice is closed. Holidays have a call
 * of their own.
 * @param instantOf returns the instant of an ISO date-time with its offset, or of a Vienna wall time
 * (`2027-01-12T08:30`); undefined or NaN for an invalid one
 */
export function absenceSchema({ instantOf }: { instantOf: (text: string) => Instant | undefined }) {
  const block = blockSchema(instantOf)
  // `v.variant` would do the same, but make the patients' pages larger, which load valibot as a whole.
  return v.lazy((input): typeof block | typeof closureSchema | typeof noKindSchema => {
    const kind = (input as { kind?: unknown } | null)?.kind
    if (kind === 'block') return block
    return kind === 'closure' ? closureSchema : noKindSchema
  })
}

/** Refuses every object, for a missing or unknown kind. */
const noKindSchema = v.pipe(
  v.object({ kind: v.optional(v.unknown()) }),
  v.forward(
    v.check(() => false, 'Bitte wählen Sie: einzelne Stunden oder ganze Tage.'),
    ['kind'],
  ),
  // Nothing gets this far. The type keeps the refused objects out of `AbsenceInput`.
  v.transform((refused) => refused as never),
)

export type AbsenceInput = v.InferOutput<ReturnType<typeof absenceSchema>>

/** Returns whether the absence has ended. `today` is the Vienna day of `now`. */
export function isOver(input: AbsenceInput, { now, today }: { now: Instant; today: Day }): boolean {
  return input.kind === 'block' ? input.end <= now : input.to < today
}
