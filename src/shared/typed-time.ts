import { wallMinutes } from './day.ts'

/** Turns `8`, `830`, `8.30` and `8:30` into `08:00` and `08:30`. Any other text stays as typed. */
export function typedTime(typed: string): string {
  const text = typed.trim()
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?$/.exec(text) ?? []
  const time = hour === undefined ? text : `${hour.padStart(2, '0')}:${minute}`
  return wallMinutes(time) === undefined ? text : time
}
