/** Reasons against a time in spite of which the practice may enter an appointment (docs/behaviour.md 19.23). */
export const IGNORABLE_REASONS = ['hours', 'grid', 'padding'] as const

/** Returns whether the practice may enter an appointment although there are these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE_REASONS.some((ignorable) => ignorable === kind))
}
