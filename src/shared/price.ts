/**
 * Formats a price in euros, with cents where there are some: `€ 180`, `€ 99,90` (docs/behaviour.md 15.2). A
 * no-break space keeps sign and amount together.
 */
export function formatPrice(euros: number): string {
  const cents = Math.round(euros * 100)
  const [whole = '', decimals] = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2).split('.')
  // A full stop precedes each group of three digits: `1.250`.
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `€\u00a0${grouped}${decimals === undefined ? '' : `,${decimals}`}`
}
