import { wallMinutes } from './day.ts'

/**
 * Completes a typed time of day: `8` becomes `08:00`, and `830`, `8:30`, `8.30`, `8,30`, `8h30` and `8 30`
 * become `08:30`. Any other text stays as typed, without spaces around it.
 */
export function completeTime(typed: string): string {
  const text = typed.trim()
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?$/.exec(text) ?? []
  const time = hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`
  return wallMinutes(time) === undefined ? text : time
}
