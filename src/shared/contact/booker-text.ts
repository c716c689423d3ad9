import type { Booker, Relation } from './booker.ts'

// These texts are not in booker.ts, so that the wizard does not load them.

/** The heading over the booker in tables and lists. */
export const BOOKED_BY = 'Gebucht von'

/** Texts for whom the booker has booked, by the patient's relation to the booker. */
export const BOOKED_FOR: Readonly<Record<Relation, string>> = {
  child: 'für das eigene Kind',
  relative: 'für Angehörige',
  other: 'für jemand anderen',
}

/** Returns `Anna Musterfrau, für das eigene Kind`; '' without a booker. */
export function bookerText(booker: Booker | undefined): string {
  return booker ? `${booker.firstName} ${booker.lastName}, ${BOOKED_FOR[booker.relation]}` : ''
}
