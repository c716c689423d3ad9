/** A time with only these reasons is outside the hours or off the grid, but not taken. */
const WITHOUT_TAKER = ['hours', 'grid']
/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
const IGNORABLE = [...WITHOUT_TAKER, 'padding']

/** Returns whether nothing occupies the time, so that the practice may enter an appointment anyway. */
export function isTakenByNobody(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => WITHOUT_TAKER.includes(kind))
}

/** Returns whether an appointment may be entered in spite of these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE.includes(kind))
}
