const collator = new Intl.Collator('de-AT', { numeric: true })

/** The rows in order, equal ones as they came. Without a key: as they are. */
export function sortRows<Row>(
  rows: readonly Row[],
  key: ((row: Row) => string | number) | undefined,
  descending: boolean,
): readonly Row[] {
  if (!key) return rows
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(key(a), key(b)))
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
