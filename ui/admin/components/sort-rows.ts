export type SortDirection = 'ascending' | 'descending'

/**
 * Returns the rows sorted by the value of `sortBy`, texts as in a dictionary, so Ö is near O. The sort is
 * stable. Without `sortBy` the order stays.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: ((row: Row) => string | number) | undefined,
  direction: SortDirection,
): readonly Row[] {
  if (!sortBy) return rows
  const sign = direction === 'descending' ? -1 : 1
  return rows.toSorted((a, b) => sign * compareValues(sortBy(a), sortBy(b)))
}

/** Sorts texts as a German dictionary does, and numbers within texts by value. */
const collator = new Intl.Collator('de-AT', { numeric: true })

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
