import { numberWord } from '../../../src/shared/number-word.ts'
import { SERIES_TIMES } from '../../../src/shared/series.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import type { BookingRequest } from './booking-draft.ts'
import type { ChosenSeries } from './series-fields.tsx'
import { offerUndo } from './undo-offers.ts'

const TOO_FEW_TIMES = `Eine Serie braucht mindestens ${numberWord(SERIES_TIMES.least)} Termine. Bitte wählen Sie die Zeiten.`

/**
 * Enters the appointments of a series, and offers to undo all of them before the patient is notified.
 * @returns the first appointment
 * @throws ApiError; when a time was just taken, the plan is loaded again
 */
export async function enterSeries(
  { service_id, contact, message, again }: BookingRequest & { again: boolean },
  { starts, resourceId }: ChosenSeries,
): Promise<{ id: string; name: string; start: string }> {
  if (starts.length < SERIES_TIMES.least) throw new ApiError(400, TOO_FEW_TIMES, {})
  try {
    const json = {
      service_id,
      ...resourceParam(resourceId),
      contact,
      message,
      starts: [...starts],
      undoable: true,
      again,
    }
    const { bookings, notified, undo_until } = await adminRequest(admin.series.$post({ json }))
    const [first] = bookings
    if (first === undefined) throw new Error('a series without appointments')
    const { id, name, start } = first
    if (undo_until)
      offerUndo({
        id,
        name,
        start,
        change: 'entered',
        count: bookings.length,
        isMessageWaiting: notified,
        until: undo_until,
      })
    return first
  } catch (error) {
    if (hasCode(error, 'slot_taken'))
      void queryClient.invalidateQueries({ queryKey: ['admin', 'slots', 'series'] })
    throw error
  }
}
