/** The fields with a label that differ between two states of one thing, with their new value in words. */
export function changesBetween(
  before: unknown,
  now: unknown,
  labels: Readonly<Record<string, string>>,
): { name: string; label: string; now: string }[] {
  const old = fieldsOf(before)
  return Object.entries(fieldsOf(now))
    .filter(([name, value]) => name in labels && JSON.stringify(value) !== JSON.stringify(old[name]))
    .map(([name, value]) => ({ name, label: labels[name] ?? name, now: displayValue(value) }))
}

function fieldsOf(state: unknown): Readonly<Record<string, unknown>> {
  return (state ?? {}) as Record<string, unknown>
}

/** A value of a field; only an object's content is left out. */
export function displayValue(value: unknown): string {
  if (value === true) return 'ja'
  if (value === false) return 'nein'
  if (value === null || value === undefined || value === '') return '(leer)'
  return typeof value === 'object' ? 'geändert' : String(value)
}
