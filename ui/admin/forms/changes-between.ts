/**
 * Returns the fields that differ between two states, each with its label and its new value as text. Fields
 * without a label are not compared.
 */
export function changesBetween(
  before: unknown,
  after: unknown,
  labels: Readonly<Record<string, string>>,
): { name: string; label: string; newValue: string }[] {
  const fieldsBefore = fieldsOf(before)
  return Object.entries(fieldsOf(after))
    .filter(([name, value]) => name in labels && JSON.stringify(value) !== JSON.stringify(fieldsBefore[name]))
    .map(([name, value]) => ({ name, label: labels[name] ?? name, newValue: displayValue(value) }))
}

function fieldsOf(state: unknown): Readonly<Record<string, unknown>> {
  return (state ?? {}) as Record<string, unknown>
}

/** Returns a value as text. For an object the text only says that it has changed. */
export function displayValue(value: unknown): string {
  if (value === true) return 'ja'
  if (value === false) return 'nein'
  if (value === null || value === undefined || value === '') return '(leer)'
  return typeof value === 'object' ? 'geändert' : String(value)
}
