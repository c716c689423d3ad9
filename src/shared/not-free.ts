/** Nobody has a time against which there are only these reasons. */
const NOBODYS = ['hours', 'grid']
/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
const IGNORABLE = [...NOBODYS, 'padding']

/** Returns whether nobody has the time, so that the practice may enter an appointment all the same. */
export function isNobodys(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => NOBODYS.includes(kind))
}

/** Returns whether an appointment may be entered although there are these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE.includes(kind))
}
