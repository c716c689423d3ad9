import type { Booker, Relation } from './booker.ts'

// Beside booker.ts, so that the wizard does not load these texts.

/** Over the booker in tables and lists. */
export const BOOKED_BY = 'Gebucht von'

export const BOOKED_FOR: Readonly<Record<Relation, string>> = {
  child: 'für das eigene Kind',
  relative: 'für Angehörige',
  other: 'für jemand anderen',
}

/** `Anna Musterfrau, für das eigene Kind`; '' without a booker. */
export function bookerText(booker: Booker | undefined): string {
  return booker ? `${booker.firstName} ${booker.lastName}, ${BOOKED_FOR[booker.relation]}` : ''
}
