/** The general settings as the page's fields hold them: numbers as typed, times as a date-time field shows them. */
export type GeneralEntry = {
  booking_maintenance_active: boolean
  maintenance_until: string
  maintenance_message: string
  maxBookingDays: string
  notify_off: boolean
  notify_muteEmail: boolean
  notify_muteSms: boolean
  notify_reason: string
  reminder_hours: string
  SEND_ADMIN_EMAIL: boolean
  TURNSTILE_SECRET: string | null
}

export type GeneralSettings = Omit<GeneralEntry, 'maxBookingDays' | 'reminder_hours'> & {
  maxBookingDays: number | null
  reminder_hours: number
  secrets: { TURNSTILE_SECRET: boolean }
}

export const EMPTY_GENERAL: GeneralEntry = {
  booking_maintenance_active: false,
  maintenance_until: '',
  maintenance_message: '',
  maxBookingDays: '',
  notify_off: false,
  notify_muteEmail: false,
  notify_muteSms: false,
  notify_reason: '',
  reminder_hours: '',
  SEND_ADMIN_EMAIL: false,
  TURNSTILE_SECRET: '',
}

export function generalEntry({ secrets: _, ...settings }: GeneralSettings): GeneralEntry {
  return {
    ...settings,
    maintenance_until: fieldTime(settings.maintenance_until),
    maxBookingDays: String(settings.maxBookingDays ?? ''),
    reminder_hours: String(settings.reminder_hours),
  }
}

/**
 * A moment as a date-time field takes it: Vienna's wall time to the minute. It is saved so by this page; somebody else may
 * have saved an instant with its offset.
 */
export function fieldTime(moment: string): string {
  const wall = /[Z+-]\d*:?\d*$/.test(moment.slice(16)) ? viennaTime(moment) : moment
  return wall.slice(0, 16)
}

function viennaTime(instant: string): string {
  // Sweden writes a date and time almost as ISO 8601 does.
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Vienna' }).replace(' ', 'T')
}
