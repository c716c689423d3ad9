/**
 * Returns the rows in the order of what `sortBy` reads of each, texts as in an Austrian telephone book. Equal
 * rows keep their order, and without `sortBy` all rows do.
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

export type SortDirection = 'ascending' | 'descending'

/** Orders texts as in Austria, and the numbers in them by their size. */
const collator = new Intl.Collator('de-AT', { numeric: true })

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
