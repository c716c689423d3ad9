/** The practice may enter an appointment in spite of these reasons (docs/behaviour.md 19.23). */
export const IGNORABLE_REASONS = ['hours', 'grid', 'padding'] as const

/** Returns whether an appointment may be entered although there are these reasons against its time. */
export function canIgnore(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE_REASONS.some((ignorable) => ignorable === kind))
}
