/** `Er beginnt in 3,5 Stunden.`: how soon an appointment begins, from hours with a decimal; negative once it has begun. */
export function startsIn(hours: number): string {
  if (hours <= 0) return 'Er hat bereits begonnen.'
  const minutes = Math.round(hours * 60)
  if (minutes < 60) return `Er beginnt in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`}.`
  const rounded = Math.round(hours * 10) / 10
  if (rounded === 1) return 'Er beginnt in einer Stunde.'
  return `Er beginnt in ${rounded.toLocaleString('de-AT')} Stunden.`
}
