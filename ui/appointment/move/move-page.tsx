import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { tooLateText } from '../../../src/shared/cut-off.ts'
import { type Booking, moveBooking } from '../../api/appointment.ts'
import { ApiError, hasCode } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useCancelHours, useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { coverNewSteps } from '../../page/new-step.ts'
import { TitledHeading } from '../../page/page-heading.tsx'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { endedSentence } from '../../patient/appointment-phase.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { refreshFreeTimes } from '../../patient/time/free-times.ts'
import { reloadAppointment, useAppointment } from '../../patient/use-appointment.ts'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { tooLateFacts, tooLateFactsIn } from '../near-start.ts'
import { TooLate } from '../too-late.tsx'
import { BackToOverview, Changed } from './move-changed.tsx'
import { Choice, type TimeChosen } from './move-choice.tsx'
import { Confirmation } from './move-confirmation.tsx'
import { MOVE_HEADING } from './move-heading.ts'

const CLOSED = 'Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'

/**
 * Shows the page /patient/move, on which a patient chooses another time for an appointment. An address with
 * `start` leads to the question whether to take that time.
 */
export function MovePage() {
  const [search] = useSearchParams()
  return (
    <PatientPage heading={MOVE_HEADING}>
      {(id) => <MoveById id={id} start={search.get('start') ?? ''} />}
    </PatientPage>
  )
}

/** Loads the appointment, and shows why it cannot be loaded. `start` is the chosen time, or ''. */
function MoveById({ id, start }: { id: string; start: string }) {
  const appointment = useAppointment(id)
  const { booking } = appointment
  if (booking) return <Move booking={booking} start={start} />
  return <AppointmentOrReason appointment={appointment} heading={MOVE_HEADING} />
}

/**
 * Shows the step in which the patient is: the choice of a time, its confirmation, or what became of the
 * appointment. @param start the chosen time, from the address; '' before the choice
 */
function Move({ booking, start }: { booking: Booking; start: string }) {
  const { id } = booking
  const [, navigate] = useLocation()
  const [choice, setChoice] = useState<TimeChosen>({ view: 'calendar' })
  const [message, setMessage] = useState('')
  const ownAddress = `/patient/move?id=${encodeURIComponent(id)}`
  const mutation = useMutation({
    mutationFn: async ({ to, stays }: { to: string; stays: boolean }) => ({
      answer: await moveBooking({ id, start: to, message }),
      done: stays ? ('kept' as const) : ('moved' as const),
    }),
    onSettled: () => void refreshFreeTimes(),
    onSuccess: () => reloadAppointment(id),
    onError: (error) => {
      reloadAppointment(id)
      if (!isTaken(error)) return
      // Another patient has taken the time, so the choice begins again, in the same view.
      setChoice(({ view }) => ({ view }))
      navigate(ownAddress, { replace: true })
    },
  })
  const { data: changed, error } = mutation
  const status = useStatusData()
  const newStart = Number.isNaN(Date.parse(start)) ? undefined : start
  // The choice of the present time withdraws the request for another time.
  const stays = newStart !== undefined && isSameInstant(newStart, booking.slot.start)
  const obstacle = useObstacle(booking, { stays, error })

  if (changed !== undefined) return <Changed booking={booking} {...changed} />
  // The move has been made already: the patient reloads the page, or opens its link again.
  if (newStart !== undefined && isSameInstant(newStart, (booking.move ?? booking.slot).start))
    return <Changed booking={booking} answer={booking} done="before" />
  if (obstacle) return <CannotMove booking={booking} obstacle={obstacle} />
  return (
    <div key={start} className="new-step">
      {newStart === undefined ? (
        <Choice
          booking={booking}
          {...choice}
          taken={isTaken(error) ? error : undefined}
          onChoose={(changed) => setChoice((before) => ({ ...before, ...changed }))}
          onDone={(slot) => {
            coverNewSteps()
            navigate(`${ownAddress}&start=${encodeURIComponent(slot.start)}`)
          }}
        />
      ) : (
        <Confirmation
          booking={booking}
          to={stays ? undefined : newStart}
          asks={booking.status === 'confirmed' && !status?.moves_at_once}
          message={message}
          onMessage={setMessage}
          error={isTaken(error) ? null : error}
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate({ to: newStart, stays })}
        />
      )}
    </div>
  )
}

/** Why the appointment cannot be moved online, and how the patient reaches the practice instead. */
type Obstacle = { sentence: string; help: ReactNode }

/**
 * Returns why the appointment cannot be moved, by what the page knows and by the server's refusal `error`;
 * undefined while it can.
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

/** Returns whether the server has refused a time that another patient has taken. */
function isTaken(error: Error | null): error is ApiError {
  return hasCode(error, 'slot_taken')
}

/** Returns whether two ISO texts name the same instant, also with different offsets. */
function isSameInstant(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
