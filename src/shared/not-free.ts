/** A time with these reasons against it alone is outside the hours or between two starts, but not taken. */
const WITHOUT_TAKER = ['hours', 'grid']
/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
const IGNORABLE = [...WITHOUT_TAKER, 'padding']

/** Returns whether nothing takes the time, so that the practice may enter an appointment all the same. */
export function isTakenByNobody(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => WITHOUT_TAKER.includes(kind))
}

/** Returns whether an appointment may be entered although there are these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE.includes(kind))
}
