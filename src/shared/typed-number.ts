/**
 * Returns a typed number without the points between its thousands: in Austria `1.000` is a thousand, which
 * `Number` would read as one. Any other text only loses the spaces around it.
 */
export function withoutThousandsPoints(typed: string): string {
  const text = typed.trim()
  return /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text) ? text.replaceAll('.', '') : text
}
