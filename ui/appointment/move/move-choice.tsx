import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Day } from '../../../src/shared/day.ts'
import type { NamedResource } from '../../../src/shared/resource.ts'
import type { Booking } from '../../api/appointment.ts'
import type { Slot } from '../../api/free-times.ts'
import { ResourceWish } from '../../booking/resource-wish.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { MOVE_FAILURE, MOVE_HEADING } from '../../patient/appointment-texts.ts'
import { textWithDoctor } from '../../patient/doctor-choices.ts'
import { Failure } from '../../patient/failure.tsx'
import { SelectionSummary } from '../../patient/selection-summary.tsx'
import { TimeChoice, type TimesView } from '../../patient/time/time-choice.tsx'

/**
 * The choices of the patient until now: the day, the time, the view of the free times, and the id of another
 * doctor.
 */
export type MoveDraft = { day?: Day; slot?: Slot; view: TimesView; doctorId?: string }

type MoveChoiceProps = MoveDraft & {
  booking: Booking
  /** The doctors to choose from; empty where there is no choice, undefined while they are not loaded. */
  doctors: readonly NamedResource[] | undefined
  /** The refusal, if another patient has taken the chosen time. */
  taken: Error | undefined
  onChoose: (changed: Partial<MoveDraft>) => void
  /** Called with the id of another doctor, or undefined for the appointment's own. */
  onChooseDoctor: (id: string | undefined) => void
  onNext: (slot: Slot) => void
}

/** Offers the free times to which the appointment can move. */
export function MoveChoice({
  booking,
  doctors,
  day,
  slot,
  view,
  doctorId,
  taken,
  onChoose,
  onChooseDoctor,
  onNext,
}: MoveChoiceProps) {
  const [, navigate] = useLocation()
  const from = booking.slot.start
  const ownDoctor = booking.resource
  const wanted = useMemo(
    () => ({ move: booking.id, from, ...(doctorId && { resource: doctorId }) }),
    [booking.id, from, doctorId],
  )
  return (
    <>
      <TitledHeading>{MOVE_HEADING}</TitledHeading>
      {taken && <Failure error={taken} fallback={MOVE_FAILURE} />}
      <div className="card">
        <DateTile start={from}>{textWithDoctor('Ihr Termin bisher', ownDoctor)}</DateTile>
      </div>
      <h2 className="mt-5 mb-4">{textWithDoctor('Neue Zeit wählen', booking.moves_to)}</h2>
      <ResourceWish
        resources={doctors?.length ? doctors : undefined}
        chosenId={doctorId ?? ownDoctor?.id}
        offersAny={false}
        onChoose={(id) => onChooseDoctor(id === ownDoctor?.id ? undefined : id)}
      />
      <TimeChoice
        wanted={wanted}
        day={day}
        slot={slot}
        view={view}
        onDay={(chosenDay) => onChoose({ day: chosenDay })}
        onSlot={(chosenSlot, chosenDay) => onChoose({ day: chosenDay, slot: chosenSlot })}
        onView={(chosenView) => onChoose({ view: chosenView })}
        onBack={() => navigate(overviewUrl(booking.id))}
        onNext={onNext}
        icon={<CalendarClock />}
        chosen={slot && <SelectionSummary label="Neu" start={slot.start} />}
      />
    </>
  )
}
