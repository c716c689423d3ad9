import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { tooLateText } from '../../../src/shared/cut-off.ts'
import type { Booking } from '../../api/appointment.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useCancelHours, useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { coverNewSteps } from '../../page/new-step.ts'
import { TitledHeading } from '../../page/page-heading.tsx'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { endedSentence } from '../../patient/appointment-phase.ts'
import { doctorChoices } from '../../patient/doctor-choices.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { servicesQuery } from '../../patient/services.ts'
import { useAppointment } from '../../patient/use-appointment.ts'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { tooLateFacts, tooLateFactsIn } from '../near-start.ts'
import { TooLate } from '../too-late.tsx'
import { BackToOverview, Changed } from './move-changed.tsx'
import { Choice, type TimeChosen } from './move-choice.tsx'
import { Confirmation } from './move-confirmation.tsx'
import { MOVE_HEADING } from './move-heading.ts'
import { isTaken, useMove } from './use-move.ts'

const CLOSED = 'Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'

/**
 * Shows the page /patient/move, on which a patient chooses another time for an appointment. An address with
 * `start` leads to the question whether to take that time, and with `resource` at another doctor.
 */
export function MovePage() {
  const [search] = useSearchParams()
  return (
    <PatientPage heading={MOVE_HEADING}>
      {(id) => (
        <MoveById id={id} start={search.get('start') ?? ''} doctorId={search.get('resource') ?? undefined} />
      )}
    </PatientPage>
  )
}

/** The time in the address, '' before the choice, and the id of another doctor, if one is in the address. */
type InAddress = { start: string; doctorId: string | undefined }

/** Loads the appointment, and shows why it cannot be loaded. */
function MoveById({ id, ...inAddress }: InAddress & { id: string }) {
  const appointment = useAppointment(id)
  const { booking } = appointment
  if (booking) return <Move booking={booking} {...inAddress} />
  return <AppointmentOrReason appointment={appointment} heading={MOVE_HEADING} />
}

/**
 * Shows the step in which the patient is: the choice of a time, its confirmation, or what became of the
 * appointment.
 */
function Move({ booking, start, doctorId }: InAddress & { booking: Booking }) {
  const { id, resource: ownDoctor } = booking
  // A practice of one doctor names none in its bookings.
  const services = useQuery({ ...servicesQuery, enabled: ownDoctor !== undefined })
  const doctors = doctorChoices(booking, services.data)
  const newDoctorId = doctorId ?? ownDoctor?.id
  const otherDoctorId = newDoctorId === ownDoctor?.id ? undefined : newDoctorId
  const [, navigate] = useLocation()
  const [choice, setChoice] = useState<TimeChosen>({ view: 'calendar' })
  const [message, setMessage] = useState('')
  /** Begins the choice of a time anew, because another doctor has other times. */
  const chooseDoctor = (id: string | undefined) =>
    setChoice(({ view }) => ({ view, ...(id && { doctorId: id }) }))
  const move = useMove(booking, {
    message,
    otherDoctorId,
    onTaken: () => {
      // The choice starts again, in the same view.
      chooseDoctor(otherDoctorId)
      navigate(addressOf(id), { replace: true })
    },
  })
  const { data: changed, error } = move
  const status = useStatusData()
  const newStart = Number.isNaN(Date.parse(start)) ? undefined : start
  const keepsDoctor = otherDoctorId === undefined
  // Choosing the present time withdraws the request for another time.
  const stays = newStart !== undefined && keepsDoctor && isSameInstant(newStart, booking.slot.start)
  const latestStart = (booking.move ?? booking.slot).start
  const latestDoctor = booking.move?.resource ?? ownDoctor
  const isAlreadyMoved =
    newStart !== undefined && isSameInstant(newStart, latestStart) && newDoctorId === latestDoctor?.id
  const obstacle = useObstacle(booking, { stays, error })

  if (changed !== undefined) return <Changed booking={booking} {...changed} />
  // The patient has reloaded the page, or opened its link again.
  if (isAlreadyMoved) return <Changed booking={booking} answer={booking} done="before" />
  if (obstacle) return <CannotMove booking={booking} obstacle={obstacle} />
  return (
    <div key={start} className="new-step">
      {newStart === undefined ? (
        <Choice
          booking={booking}
          doctors={doctors}
          {...choice}
          taken={isTaken(error) ? error : undefined}
          onChoose={(changed) => setChoice((before) => ({ ...before, ...changed }))}
          onDoctor={chooseDoctor}
          onDone={(slot) => {
            coverNewSteps()
            const resource = choice.doctorId ? `&resource=${encodeURIComponent(choice.doctorId)}` : ''
            navigate(`${addressOf(id)}&start=${encodeURIComponent(slot.start)}${resource}`)
          }}
        />
      ) : (
        <Confirmation
          booking={booking}
          to={stays ? undefined : newStart}
          toDoctor={keepsDoctor ? ownDoctor : doctors?.find((doctor) => doctor.id === otherDoctorId)}
          asks={booking.status === 'confirmed' && !status?.moves_at_once}
          message={message}
          onMessage={setMessage}
          error={isTaken(error) ? null : error}
          busy={move.isPending}
          onConfirm={() => move.mutate({ to: newStart, stays })}
        />
      )}
    </div>
  )
}

/** Returns the address of the page on which this appointment moves. */
function addressOf(id: string): string {
  return `/patient/move?id=${encodeURIComponent(id)}`
}

/** Why the appointment cannot be moved online, and how the patient reaches the practice instead. */
type Obstacle = { sentence: string; help: ReactNode }

/**
 * Returns why the appointment cannot be moved, as far as the page knows or the server's refusal `error` says;
 * undefined while it can be moved.
 * @param stays whether the appointment only keeps its present time, which is possible after the cut-off too
 */
function useObstacle(
  booking: Booking,
  { stays, error }: { stays: boolean; error: Error | null },
): Obstacle | undefined {
  const status = useStatusData()
  const cancelHours = useCancelHours()
  const ended = endedSentence(booking, serverNow())
  if (ended) return { sentence: ended, help: null }
  const tooLate =
    (error instanceof ApiError && tooLateFactsIn(error)) ||
    (stays ? undefined : tooLateFacts(booking, serverNow(), cancelHours))
  if (tooLate)
    return {
      sentence: tooLateText('Verschieben', cancelHours),
      help: <TooLate {...tooLate} change="Verschiebung" />,
    }
  const isClosed = status?.booking.open === false && !stays
  return isClosed ? { sentence: CLOSED, help: <PracticeContact /> } : undefined
}

function CannotMove({ booking, obstacle }: { booking: Booking; obstacle: Obstacle }) {
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

/** Returns whether two ISO texts name the same instant, also with different offsets. */
function isSameInstant(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
