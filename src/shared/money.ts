/** This module formats amounts of SMS providers: balances and what an SMS costs (docs/behaviour.md 15.2). */

/**
 * Formats an amount with two decimals, `€ 3,20`. Providers send numbers or text; a text that is not a number
 * stays as it is.
 */
export function formatAmount(amount: number | string, currency = 'EUR'): string {
  return inCurrency(amount, { currency, fewest: 2, most: 2 })
}

/** Formats an amount in euros with two to four decimals: `€ 0,0726`. */
export function formatSmsPrice(euros: number | string): string {
  return inCurrency(euros, { currency: 'EUR', fewest: 2, most: 4 })
}

/** Formatters, made at first use: constructing one costs more than formatting a whole screen. */
const formatters = new Map<string, Intl.NumberFormat>()

/** `fewest` and `most` are numbers of decimals. */
type CurrencyFormat = { currency: string; fewest: number; most: number }

/** Formats an amount; one that is no number stays as it is. */
function inCurrency(amount: number | string, { currency, fewest, most }: CurrencyFormat): string {
  if (amount === '' || !Number.isFinite(Number(amount))) return String(amount)
  // Intl throws for anything but a code of three letters, for example for a provider's `Credits`.
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`
  const key = `${currency} ${fewest} ${most}`
  let format = formatters.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat('de-AT', {
      style: 'currency',
      currency,
      minimumFractionDigits: fewest,
      maximumFractionDigits: most,
    })
    formatters.set(key, format)
  }
  return format.format(Number(amount))
}
