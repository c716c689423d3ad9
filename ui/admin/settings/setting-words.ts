import { countryName, readCountries } from '../../../src/shared/contact/countries.ts'
import { fullDay } from '../../../src/shared/format.ts'
import type { SettingField } from '../../../src/shared/settings/setting-fields.ts'
import { fieldsOf, type Group } from '../../../src/shared/settings/settings.ts'
import { displayValue } from '../forms/changes-between.ts'
import { fieldTime } from './setting-values.ts'

/**
 * Returns the value of a setting in the words of its form: the label of a choice, names of countries, a day
 * with its time.
 */
export function settingText({ input, choices = {} }: SettingField, value: unknown): string {
  if (typeof value !== 'string' || value === '') return displayValue(value)
  if (input === 'countries') return readCountries(value).map(countryName).join(', ')
  if (input === 'date-time') {
    const [day = '', time] = fieldTime(value).split('T')
    return `${fullDay(day)}, ${time} Uhr`
  }
  return Object.hasOwn(choices, value) ? (choices[value] ?? value) : value
}

/** Returns the settings of a group by name, each value in the words of its form if it has a field there. */
export function settingTexts(group: Group, settings: object): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(group)
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return [name, field ? settingText(field, value) : value]
    }),
  )
}
