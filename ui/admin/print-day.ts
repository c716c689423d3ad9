import { lazy } from 'react'

/** A day on paper; it brings neither navigation nor header. */
export const PrintDay = lazy(async () => ({
  default: (await import('./bookings/print-day-page.tsx')).PrintDayPage,
}))
