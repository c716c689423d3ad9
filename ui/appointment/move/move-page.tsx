import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Booking } from '../../api/appointment.ts'
import { useStatusData } from '../../api/status.ts'
import { coverNewSteps } from '../../page/new-step.ts'
import { MOVE_HEADING } from '../../patient/appointment-texts.ts'
import { doctorChoices } from '../../patient/doctor-choices.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { servicesQuery } from '../../patient/services.ts'
import { useAppointment } from '../../patient/use-appointment.ts'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { moveUrl } from '../change-urls.ts'
import { CannotMove, useMoveObstacle } from './cannot-move.tsx'
import { MoveChoice, type MoveDraft } from './move-choice.tsx'
import { MoveConfirmation } from './move-confirmation.tsx'
import { MoveResult } from './move-result.tsx'
import { type MoveInUrl, moveTargetOf } from './move-target.ts'
import { isSlotTaken, useMove } from './use-move.ts'

/**
 * Shows the page /patient/move, on which a patient chooses another time for an appointment. A URL with
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

/** Loads the appointment, and shows why it cannot be loaded. */
function MoveById({ id, ...inUrl }: MoveInUrl & { id: string }) {
  const appointment = useAppointment(id)
  const { booking } = appointment
  if (booking) return <Move booking={booking} {...inUrl} />
  return <AppointmentOrReason appointment={appointment} heading={MOVE_HEADING} />
}

/**
 * Shows the step in which the patient is: the choice of a time, its confirmation, or what became of the
 * appointment.
 */
function Move({ booking, ...inUrl }: MoveInUrl & { booking: Booking }) {
  const { id, resource: ownDoctor } = booking
  const { newStart, otherDoctorId, stays, isAlreadyMoved } = moveTargetOf(booking, inUrl)
  // A practice of one doctor names none in its bookings.
  const services = useQuery({ ...servicesQuery, enabled: ownDoctor !== undefined })
  const doctors = doctorChoices(booking, services.data)
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState<MoveDraft>({ view: 'calendar' })
  const [message, setMessage] = useState('')
  /** Begins the choice of a time anew, because another doctor has other times. */
  const chooseDoctor = (doctorId: string | undefined) =>
    setDraft(({ view }) => ({ view, ...(doctorId && { doctorId }) }))
  const move = useMove(booking, {
    message,
    otherDoctorId,
    onTaken: () => {
      // The choice starts again, in the same view.
      chooseDoctor(otherDoctorId)
      navigate(moveUrl(id), { replace: true })
    },
  })
  /** The doctor of the new time; undefined until the services are loaded, and in a practice of one doctor. */
  const newDoctor =
    otherDoctorId === undefined
      ? (booking.moves_to ?? ownDoctor)
      : doctors?.find((doctor) => doctor.id === otherDoctorId)
  const { data: answered, error } = move
  const status = useStatusData()
  const obstacle = useMoveObstacle(booking, { stays, error })

  if (answered !== undefined) return <MoveResult booking={booking} {...answered} />
  // The patient has reloaded the page, or opened its link again.
  if (isAlreadyMoved) return <MoveResult booking={booking} answer={booking} done="before" />
  if (obstacle) return <CannotMove booking={booking} obstacle={obstacle} />
  return (
    <div key={inUrl.start} className="new-step">
      {newStart === undefined ? (
        <MoveChoice
          booking={booking}
          doctors={doctors}
          {...draft}
          taken={isSlotTaken(error) ? error : undefined}
          onChoose={(changed) => setDraft((previous) => ({ ...previous, ...changed }))}
          onChooseDoctor={chooseDoctor}
          onNext={(slot) => {
            coverNewSteps()
            const resource = draft.doctorId ? `&resource=${encodeURIComponent(draft.doctorId)}` : ''
            navigate(moveUrl(id, slot.start) + resource)
          }}
        />
      ) : (
        <MoveConfirmation
          booking={booking}
          to={stays ? undefined : newStart}
          toDoctor={newDoctor}
          isRequest={booking.status === 'confirmed' && !status?.moves_at_once}
          message={message}
          onMessage={setMessage}
          error={isSlotTaken(error) ? null : error}
          busy={move.isPending}
          onConfirm={() => move.mutate({ to: newStart, stays })}
        />
      )}
    </div>
  )
}
