import { addDays } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { Button } from '../../components/button.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import { dayOfIso } from '../components/iso-day.ts'
import { useSearchState } from '../components/use-search-state.ts'

/** The usual number of weeks until a patient comes again. */
const USUAL_WEEKS = 6

/** Buttons that lead from a new appointment to another one for the same patient. */
export function NextSteps({ booking: { id, start, service_id } }: { booking: BookingDetail }) {
  const [, changeParams] = useSearchState('booking', 'entered', 'new', 'patient', 'service')
  const enterAnother = (first: { new: string; service: string }) =>
    changeParams({ booking: '', entered: '', patient: id, ...first }, { push: true })
  const usualDay = addDays(dayOfIso(start), 7 * USUAL_WEEKS)
  return (
    <>
      <Button kind="link" onClick={() => enterAnother({ new: '1', service: '' })}>
        Weiterer Termin
      </Button>
      <Button
        kind="link"
        onClick={() => enterAnother({ new: `${usualDay}T${timeOfDay(start)}`, service: service_id })}
      >
        In {numberWord(USUAL_WEEKS)} Wochen
      </Button>
    </>
  )
}
