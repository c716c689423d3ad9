import { fieldsOf, type Group } from '../../../src/shared/settings/settings.ts'

/** The values of the fields, by wire name: numbers as text, null for a secret to be removed. */
export type SettingValues = Record<string, string | boolean | null>

/**
 * Returns the values for a group's fields. Without settings, every field is empty; a setting that the server
 * does not know, because the specification does not name it, has its default.
 */
export function settingValues(group: Group, settings: object | undefined): SettingValues {
  const fields = Object.entries(fieldsOf(group))
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, field.default]))
  const stored: Readonly<Record<string, unknown>> = settings ? { ...defaults, ...settings } : {}
  return Object.fromEntries(
    fields.map(([name, { input }]) => {
      const value = stored[name] ?? ''
      if (input === 'checkbox') return [name, value === true]
      return [name, input === 'date-time' ? fieldTime(String(value)) : String(value)]
    }),
  )
}

/** An instant ends in `Z` or an offset; Vienna's wall time ends in neither. */
const ZONE_AT_END = /(Z|[+-]\d{2}:?\d{2})$/

/**
 * Returns the moment in the format of a date-time field: Vienna wall time to the minute. The page saves that
 * format; the API also accepts an instant with an offset.
 * @param moment wall time or instant by ISO 8601, or ''
 */
export function fieldTime(moment: string): string {
  const wall = ZONE_AT_END.test(moment) ? viennaTime(moment) : moment
  return wall.slice(0, 16)
}

function viennaTime(instant: string): string {
  // The Swedish format is that of ISO 8601, except for a space instead of the "T".
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' }).replace(' ', 'T')
}
