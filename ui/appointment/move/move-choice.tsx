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
import { MOVE_FAILURE } from '../../patient/appointment-texts.ts'
import { withDoctor } from '../../patient/doctor-choices.ts'
import { Failure } from '../../patient/failure.tsx'
import { SelectionSummary } from '../../patient/selection-summary.tsx'
import type { View } from '../../patient/time/slots.ts'
import { TimeChoice } from '../../patient/time/time-choice.tsx'
import { MOVE_HEADING } from './move-heading.ts'

/**
 * The choices of the patient until now: the day, the time, the view of the free times, and the id of another
 * doctor.
 */
export type TimeChosen = { day?: Day; slot?: Slot; view: View; doctorId?: string }

type ChoiceProps = TimeChosen & {
  booking: Booking
  /** The doctors to choose from; empty where there is no choice, undefined while they are not loaded. */
  doctors: readonly NamedResource[] | undefined
  /** The refusal, if another patient has taken the chosen time. */
  taken: Error | undefined
  onChoose: (changed: Partial<TimeChosen>) => void
  /** Called with the id of another doctor, or undefined for the appointment's own. */
  onDoctor: (id: string | undefined) => void
  onDone: (slot: Slot) => void
}

/** Offers the free times to which the appointment can move. */
export function Choice({
  booking,
  doctors,
  day,
  slot,
  view,
  doctorId,
  taken,
  onChoose,
  onDoctor,
  onDone,
}: ChoiceProps) {
  const [, navigate] = useLocation()
  const from = booking.slot.start
  const own = booking.resource
  const wanted = useMemo(
    () => ({ move: booking.id, from, ...(doctorId && { resource: doctorId }) }),
    [booking.id, from, doctorId],
  )
  return (
    <>
      <TitledHeading>{MOVE_HEADING}</TitledHeading>
      {taken && <Failure error={taken} fallback={MOVE_FAILURE} />}
      <div className="card">
        <DateTile start={from}>{withDoctor('Ihr Termin bisher', own)}</DateTile>
      </div>
      <h2 className="mt-5 mb-4">Neue Zeit wählen</h2>
      <ResourceWish
        resources={doctors?.length ? doctors : undefined}
        chosen={doctorId ?? own?.id}
        offersAny={false}
        onChoose={(id) => onDoctor(id === own?.id ? undefined : id)}
      />
      <TimeChoice
        wanted={wanted}
        day={day}
        slot={slot}
        view={view}
        onDay={(chosen) => onChoose({ day: chosen })}
        onSlot={(chosen, on) => onChoose({ day: on, slot: chosen })}
        onView={(chosen) => onChoose({ view: chosen })}
        onBack={() => navigate(overviewUrl(booking.id))}
        onNext={onDone}
        icon={<CalendarClock />}
        chosen={slot && <SelectionSummary service={{ name: 'Neu' }} slot={slot} />}
      />
    </>
  )
}
