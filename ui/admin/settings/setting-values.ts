import { fieldsOf, type Group } from '../../../src/shared/settings.ts'

/** The values of the fields, by wire name: numbers as text, null for a secret to be removed. */
export type SettingValues = Record<string, string | boolean | null>

/** The settings of a group as its fields show them; without any, empty fields. */
export function settingValues(group: Group, settings: object | undefined): SettingValues {
  const stored = (settings ?? {}) as Readonly<Record<string, string | number | boolean | null>>
  return Object.fromEntries(
    Object.entries(fieldsOf(group)).map(([name, { input }]) => {
      const value = stored[name] ?? ''
      if (input === 'checkbox') return [name, value === true]
      return [name, input === 'date-time' ? fieldTime(String(value)) : String(value)]
    }),
  )
}

/**
 * A moment as a date-time field takes it: Vienna's wall time to the minute. This page saves it so; the API also takes an
 * instant with offset.
 */
export function fieldTime(moment: string): string {
  const wall = /[Z+-]\d*:?\d*$/.test(moment.slice(16)) ? viennaTime(moment) : moment
  return wall.slice(0, 16)
}

function viennaTime(instant: string): string {
  // The Swedish format is almost that of ISO 8601.
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' }).replace(' ', 'T')
}
