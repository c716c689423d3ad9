import type { ReactNode } from 'react'
import { tooLateText } from '../../../src/shared/cut-off.ts'
import type { Booking } from '../../api/appointment.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useCancelHours, useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { endedSentence } from '../../patient/appointment-phase.ts'
import { MOVE_HEADING } from '../../patient/appointment-texts.ts'
import { TooLate } from '../too-late.tsx'
import { tooLateFactsOfBooking, tooLateFactsOfRefusal } from '../too-late-facts.ts'
import { BackToOverview } from './move-result.tsx'

const BOOKING_CLOSED = 'Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'

/** Why the appointment cannot be moved online, and how the patient reaches the practice instead. */
type MoveObstacle = { sentence: string; help: ReactNode }

/**
 * Returns why the appointment cannot be moved, as far as the page knows or the server's refusal `error` says;
 * undefined while it can be moved.
 * @param stays whether the appointment only keeps its present time, which is possible after the cut-off too
 */
export function useMoveObstacle(
  booking: Booking,
  { stays, error }: { stays: boolean; error: Error | null },
): MoveObstacle | undefined {
  const status = useStatusData()
  const cancelHours = useCancelHours()
  const ended = endedSentence(booking, serverNow())
  if (ended) return { sentence: ended, help: null }
  const tooLate =
    (error instanceof ApiError && tooLateFactsOfRefusal(error)) ||
    (stays ? undefined : tooLateFactsOfBooking(booking, serverNow(), cancelHours))
  if (tooLate)
    return {
      sentence: tooLateText('Verschieben', cancelHours),
      help: <TooLate {...tooLate} change="Verschiebung" />,
    }
  const isClosed = status?.booking?.open === false && !stays
  return isClosed ? { sentence: BOOKING_CLOSED, help: <PracticeContact /> } : undefined
}

/** Shows instead of the choice why the appointment cannot be moved. */
export function CannotMove({ booking, obstacle }: { booking: Booking; obstacle: MoveObstacle }) {
  return (
    <>
      <TitledHeading>{MOVE_HEADING}</TitledHeading>
      <div className="stack gap-5 narrow">
        <Banner tone="warning" title={obstacle.sentence} />
        {obstacle.help}
        <BackToOverview booking={booking} />
      </div>
    </>
  )
}
