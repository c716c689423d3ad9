const NUMBERS = new Intl.NumberFormat('de-AT', { maximumFractionDigits: 1 })
const SHARES = new Intl.NumberFormat('de-AT', { style: 'percent', maximumFractionDigits: 1 })

/** Writes a number as `1 204` or `2,5`, and null, a missing measurement, as a dash. */
export function numberText(value: number | null): string {
  return value === null ? '–' : NUMBERS.format(value)
}

/** Writes a share of 0.021 as `2,1 %`, and null, a share of nothing, as a dash. */
export function shareText(share: number | null): string {
  return share === null ? '–' : SHARES.format(share)
}
