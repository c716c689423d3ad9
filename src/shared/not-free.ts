/**
 * The kind of a reason why a time is not free. `past` and `horizon`: nobody can book it; `lead`: it is too
 * soon for patients; `hours` and `grid`: it is outside the working hours, or not on the grid.
 */
export type ReasonKind = 'past' | 'lead' | 'horizon' | 'hours' | 'grid' | OccupantKind

/** The kind of what occupies a time; `padding` if only a padding overlaps it. */
export type OccupantKind = 'booking' | 'asked' | 'hold' | 'offer' | 'absence' | 'holiday' | 'busy' | 'padding'

type Reason = Readonly<{ kind: ReasonKind }>

const KINDS_OF_UNOCCUPIED: readonly ReasonKind[] = ['hours', 'grid']
/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
const KINDS_TO_OVERRIDE: readonly ReasonKind[] = [...KINDS_OF_UNOCCUPIED, 'padding']

/** Returns whether nothing occupies the time, not even a padding. */
export function isUnoccupied(reasons: readonly Reason[]): boolean {
  return reasons.every(({ kind }) => KINDS_OF_UNOCCUPIED.includes(kind))
}

/**
 * Returns whether the practice may enter an appointment in spite of these reasons. If the time is not
 * unoccupied, that shortens a padding.
 */
export function canEnterDespite(reasons: readonly Reason[]): boolean {
  return reasons.every(({ kind }) => KINDS_TO_OVERRIDE.includes(kind))
}
