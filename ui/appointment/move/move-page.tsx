import { useMutation } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { tooLateText } from '../../../src/shared/booking.ts'
import type { Day } from '../../../src/shared/day.ts'
import { type Booking, moveBooking } from '../../api/appointment.ts'
import type { Slot } from '../../api/free-times.ts'
import { ApiError, failureText, hasCode } from '../../api/http.ts'
import { isRefusal } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'
import { useCancelHours, useStatus } from '../../api/status.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { ActionList, ActionRow } from '../../components/card.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { coverNewSteps } from '../../page/new-step.ts'
import { TitledHeading } from '../../page/page-heading.tsx'
import { PracticeContact } from '../../page/practice-contact.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { endedSentence } from '../../patient/appointment-phase.ts'
import { MOVE_FAILURE, MOVED } from '../../patient/appointment-texts.ts'
import { Failure } from '../../patient/failure.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { PatientPage, useGoBack } from '../../patient/patient-page.tsx'
import { SelectionSummary } from '../../patient/selection-summary.tsx'
import { refreshFreeTimes } from '../../patient/time/free-times.ts'
import type { View } from '../../patient/time/slots.ts'
import { TimeChoice } from '../../patient/time/time-choice.tsx'
import { reloadAppointment, useAppointment } from '../../patient/use-appointment.ts'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { BookAgainRow } from '../book-again.tsx'
import { lateFor, lateIn } from '../near-start.ts'
import { TooLate } from '../too-late.tsx'

const HEADING = 'Termin verschieben'
const CLOSED = 'Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'

/**
 * /patient/move: the page on which a patient chooses another time. With `start` it asks whether to take that
 * one.
 */
export function MovePage() {
  const [search] = useSearchParams()
  return (
    <PatientPage heading={HEADING}>
      {(id) => <MoveById id={id} start={search.get('start') ?? ''} />}
    </PatientPage>
  )
}

function MoveById({ id, start }: { id: string; start: string }) {
  const appointment = useAppointment(id)
  const { booking } = appointment
  if (booking) return <Move booking={booking} start={start} />
  return <AppointmentOrReason appointment={appointment} heading={HEADING} />
}

function Move({ booking, start }: { booking: Booking; start: string }) {
  const { id } = booking
  const [, navigate] = useLocation()
  const [choice, setChoice] = useState<{ day?: Day; slot?: Slot; view: View }>({ view: 'calendar' })
  const [message, setMessage] = useState('')
  const own = `/patient/move?id=${encodeURIComponent(id)}`
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
      navigate(own, { replace: true })
    },
  })
  const { data: changed, error } = mutation
  const newStart = Number.isNaN(Date.parse(start)) ? undefined : start
  const stays = newStart !== undefined && isSame(newStart, booking.slot.start)
  const ended = endedSentence(booking, serverNow())
  const { data: status } = useStatus()
  const cancelHours = useCancelHours()
  const closed = status?.booking.open === false && !stays
  const late =
    (error instanceof ApiError && lateIn(error)) ||
    (stays ? undefined : lateFor(booking, serverNow(), cancelHours))

  if (changed !== undefined) return <Changed booking={booking} {...changed} />
  // The link is opened again after the move.
  if (newStart !== undefined && isSame(newStart, (booking.move ?? booking.slot).start))
    return <Changed booking={booking} answer={booking} done="before" />
  if (ended || late || closed)
    return (
      <>
        <TitledHeading>{HEADING}</TitledHeading>
        <div className="stack gap-5 narrow">
          <Banner tone="warning" title={ended ?? (late ? tooLateText('Verschieben', cancelHours) : CLOSED)} />
          {!ended && late && <TooLate {...late} what="Verschiebung" />}
          {!ended && !late && <PracticeContact />}
          <BackToOverview booking={booking} />
        </div>
      </>
    )
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
            navigate(`${own}&start=${encodeURIComponent(slot.start)}`)
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

function isTaken(error: Error | null): error is ApiError {
  return hasCode(error, 'slot_taken')
}

type ChoiceProps = {
  booking: Booking
  day?: Day
  slot?: Slot
  view: View
  /** The refusal when another patient has taken the chosen time. */
  taken: Error | undefined
  onChoose: (changed: { day?: Day; slot?: Slot; view?: View }) => void
  onDone: (slot: Slot) => void
}

function Choice({ booking, day, slot, view, taken, onChoose, onDone }: ChoiceProps) {
  const [, navigate] = useLocation()
  const from = booking.slot.start
  const wanted = useMemo(() => ({ move: booking.id, from }), [booking.id, from])
  return (
    <>
      <TitledHeading>{HEADING}</TitledHeading>
      {taken && <Failure error={taken} fallback={MOVE_FAILURE} />}
      <div className="card">
        <DateTile start={from}>Ihr Termin bisher</DateTile>
      </div>
      <h2 className="mt-5 mb-4">Neue Zeit wählen</h2>
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

type ConfirmationProps = {
  booking: Booking
  /** The new start. Undefined keeps the appointment and withdraws the request for another time. */
  to: string | undefined
  /** True when the practice has to confirm the new time. */
  asks: boolean
  message: string
  onMessage: (message: string) => void
  error: Error | null
  busy: boolean
  onConfirm: () => void
}

/** Shows old and new time, with the button that moves the appointment. */
function Confirmation({ booking, to, asks, message, onMessage, error, busy, onConfirm }: ConfirmationProps) {
  const { slot, move } = booking
  return (
    <div className="stack gap-5 narrow">
      <TitledHeading>{to === undefined ? 'Nicht verschieben?' : 'Neue Zeit prüfen'}</TitledHeading>
      <div className="card">
        <DateTile start={slot.start} isGivenUp={to !== undefined}>
          {to === undefined ? 'Ihr Termin bleibt' : 'Bisher'}
        </DateTile>
        {to !== undefined && <DateTile start={to}>Neu</DateTile>}
        {to === undefined && move && (
          <DateTile start={move.start} isGivenUp>
            Diese Zeit geben Sie zurück
          </DateTile>
        )}
      </div>
      {to !== undefined && (
        <>
          {asks && (
            <p className="muted">
              Die Ordination muss die neue Zeit erst bestätigen. Bis dahin bleibt Ihr Termin, wie er ist.
            </p>
          )}
          <MessageField
            label="Nachricht"
            help="Steht in der Nachricht an die Ordination."
            value={message}
            onChange={onMessage}
          />
        </>
      )}
      <ActionBar
        problem={error && failureText(error, MOVE_FAILURE).title}
        canRetry={!isRefusal(error)}
        icon={<CalendarClock />}
        chosen={
          <SelectionSummary
            service={{ name: to === undefined ? 'Bleibt' : 'Neu' }}
            slot={{ start: to ?? slot.start }}
          />
        }
        onBack={useGoBack(overviewUrl(booking.id))}
        main={
          <Button kind="primary" wide busy={busy} busyText="Einen Moment …" onClick={onConfirm}>
            <Check />
            {to === undefined ? 'Termin behalten' : asks ? 'Verschiebung anfragen' : HEADING}
          </Button>
        }
      />
    </div>
  )
}

type ChangedProps = {
  booking: Booking
  answer: Pick<Booking, 'status' | 'move'> & { slot: { start: string } }
  /**
   * The step that the patient has just taken. With `before` the appointment already had this time when the
   * page was opened.
   */
  done: 'moved' | 'kept' | 'before'
}

function Changed({ booking, answer, done }: ChangedProps) {
  const { slot, move } = answer
  const [heading, detail] = wordsFor(answer, done)
  return (
    <div className="stack gap-5 narrow">
      <TitledHeading>{heading}</TitledHeading>
      <Banner tone="good" role="status" title={detail} />
      <div className="card">
        <DateTile start={slot.start}>{move ? 'Ihr Termin bis dahin' : 'Ihr Termin'}</DateTile>
        {move && <DateTile start={move.start}>Angefragt</DateTile>}
      </div>
      <BackToOverview booking={booking} />
    </div>
  )
}

function wordsFor(
  { status, move }: ChangedProps['answer'],
  done: ChangedProps['done'],
): readonly [heading: string, detail: string] {
  if (done === 'kept') return ['Ihr Termin bleibt', 'Die Verschiebung ist zurückgezogen.']
  if (move)
    return [
      'Verschiebung angefragt',
      'Bis wir antworten, bleibt Ihr Termin, wie er ist. Sie bekommen eine E-Mail.',
    ]
  if (done === 'before') return ['Ihr Termin', 'Ihr Termin ist schon zu dieser Zeit.']
  return MOVED[status === 'requested' ? 'requested' : 'confirmed']
}

/** Returns whether two ISO texts name the same instant, also with different offsets. */
function isSame(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}

function BackToOverview({ booking }: { booking: Booking }) {
  return (
    <ActionList>
      <ActionRow icon={<CalendarCheck />} to={overviewUrl(booking.id)}>
        Terminübersicht öffnen
      </ActionRow>
      <BookAgainRow booking={booking} />
    </ActionList>
  )
}
