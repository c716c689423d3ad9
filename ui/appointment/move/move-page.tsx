import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { tooLateText } from '../../../src/shared/booking.ts'
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
import { lateFor, lateIn } from '../near-start.ts'
import { TooLate } from '../too-late.tsx'
import { BackToOverview, Changed } from './move-changed.tsx'
import { Choice, type TimeChosen } from './move-choice.tsx'
import { Confirmation } from './move-confirmation.tsx'
import { MOVE_HEADING } from './move-heading.ts'

const CLOSED = 'Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'

/**
 * /patient/move: the page on which a patient chooses another time. With `start` it asks whether to take that
 * one.
 */
export function MovePage() {
  const [search] = useSearchParams()
  return (
    <PatientPage heading={MOVE_HEADING}>
      {(id) => <MoveById id={id} start={search.get('start') ?? ''} />}
    </PatientPage>
  )
}

function MoveById({ id, start }: { id: string; start: string }) {
  const appointment = useAppointment(id)
  const { booking } = appointment
  if (booking) return <Move booking={booking} start={start} />
  return <AppointmentOrReason appointment={appointment} heading={MOVE_HEADING} />
}

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
      setChoice(({ view }) => ({ view }))
      navigate(ownAddress, { replace: true })
    },
  })
  const { data: changed, error } = mutation
  const status = useStatusData()
  const newStart = Number.isNaN(Date.parse(start)) ? undefined : start
  const stays = newStart !== undefined && isSame(newStart, booking.slot.start)
  const obstacle = useObstacle(booking, { stays, error })

  if (changed !== undefined) return <Changed booking={booking} {...changed} />
  // The link is opened again after the move.
  if (newStart !== undefined && isSame(newStart, (booking.move ?? booking.slot).start))
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

/** Why the appointment cannot be moved online. */
type Obstacle = { sentence: string; help: ReactNode }

/**
 * Returns why the appointment cannot be moved, or what the server has answered about that.
 * @param stays whether it only keeps its present time, which is always possible
 */
function useObstacle(
  booking: Booking,
  { stays, error }: { stays: boolean; error: Error | null },
): Obstacle | undefined {
  const status = useStatusData()
  const cancelHours = useCancelHours()
  const ended = endedSentence(booking, serverNow())
  if (ended) return { sentence: ended, help: null }
  const late =
    (error instanceof ApiError && lateIn(error)) ||
    (stays ? undefined : lateFor(booking, serverNow(), cancelHours))
  if (late)
    return {
      sentence: tooLateText('Verschieben', cancelHours),
      help: <TooLate {...late} what="Verschiebung" />,
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

function isTaken(error: Error | null): error is ApiError {
  return hasCode(error, 'slot_taken')
}

/** Returns whether two ISO texts name the same instant, also with different offsets. */
function isSame(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
