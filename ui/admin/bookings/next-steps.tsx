import { addDays } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import { useSearchState } from '../components/use-search-state.ts'

/** Leads from a new appointment to another one for the same patient. */
export function NextSteps({ booking: { id, start, service_id } }: { booking: BookingDetail }) {
  const [, change] = useSearchState('booking', 'entered', 'new', 'patient', 'service')
  const enter = (at: string, service: string) =>
    change({ booking: '', entered: '', new: at, patient: id, service }, { push: true })
  return (
    <>
      <Button kind="link" onClick={() => enter('1', '')}>
        Weiterer Termin
      </Button>
      <Button
        kind="link"
        onClick={() =>
          enter(`${addDays(start.slice(0, 10), 7 * WEEKS_LATER)}T${timeOfDay(start)}`, service_id)
        }
      >
        In sechs Wochen
      </Button>
    </>
  )
}

/** The weeks after which a patient comes again as a rule. */
const WEEKS_LATER = 6
