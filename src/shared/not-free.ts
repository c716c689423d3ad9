/** A time against which there are only these reasons is not free, but nothing takes it. */
const OF_NOBODY = ['hours', 'grid']
/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
const IGNORABLE = [...OF_NOBODY, 'padding']

/** Returns whether nothing takes the time, so that the practice may enter an appointment all the same. */
export function isTakenByNobody(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => OF_NOBODY.includes(kind))
}

/** Returns whether an appointment may be entered although there are these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE.includes(kind))
}
