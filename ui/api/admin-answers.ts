/**
 * The specification lets the server send these two answers of the admin area in more than one form. Here each
 * gets the one that our own server sends.
 */

type Balance = Readonly<{ amount: number | null; currency: string; ts: string | null }>

/**
 * Returns a balance with its time in `ts`, which may have come as `timestamp`, and its amount as a number.
 */
export function balanceIn(answer: object): Balance {
  const { amount, currency, ts, timestamp } = answer as Readonly<Record<string, string | null | undefined>>
  const number = amount == null || amount === '' ? Number.NaN : Number(amount)
  return {
    amount: Number.isNaN(number) ? null : number,
    currency: currency || 'EUR',
    ts: ts ?? timestamp ?? null,
  }
}

/** Returns the rows of a log by their name, also of an answer that is a bare list, which has all its rows. */
export function rowsIn(answer: object, name: string): { rows: unknown[]; more: boolean } {
  if (Array.isArray(answer)) return { rows: answer, more: false }
  const { [name]: rows, more } = answer as Record<string, unknown>
  return { rows: Array.isArray(rows) ? rows : [], more: more === true }
}
