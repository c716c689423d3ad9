import { createManualBooking, type ManualBookingInput } from '../booking/manual-booking.ts'
import { CALLER } from './factory.ts'
import { refusalOf } from './refusal.ts'
import { openTestApp } from './test-app.ts'

/** The start of the appointments that `enter` enters by default. */
export const ENTERED_START = '2027-01-12T10:00:00+01:00'

/** The refusal of a time that is not free. */
export const TIME_IS_TAKEN = [
  'slot_taken',
  'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.',
]

type EntryChanges = Partial<Omit<ManualBookingInput, 'start'>> & { start?: string }

export type ManualBookingApp = ReturnType<typeof openManualBookingApp>

/** Opens a test app in which an assistant enters appointments. */
export function openManualBookingApp() {
  const app = openTestApp()
  /** Enters an appointment, by default a follow-up of a caller at `ENTERED_START`. */
  const enter = ({ start = ENTERED_START, ...changes }: EntryChanges = {}) =>
    createManualBooking(app.assistant(), {
      serviceId: 'folgebehandlung',
      contact: CALLER,
      message: '',
      ...changes,
      start: Date.parse(start),
    })
  return {
    ...app,
    enter,
    /**
     * Tries to enter an appointment. Returns the code of the refusal, and its sentence or its sentences by
     * field.
     */
    refusalToEnter: (changes?: EntryChanges) => {
      const problem = refusalOf(() => enter(changes))
      return problem && [problem.code, problem.facts.fields ?? problem.message]
    },
  }
}
