import { Check, MessageSquareText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { addDays, type Instant, MINUTE } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { actionsOn } from '../appointment/actions-on.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import type { AppointmentAction } from '../appointment/use-decision.ts'
import { visitsText } from '../appointment/visits-text.ts'
import { dayOfIso } from '../components/iso-day.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { AgeBar, ageText } from './age-bar.tsx'
import styles from './dashboard.module.css'
import type { OpenRequest } from './use-dashboard.ts'

type RequestRowProps = {
  request: OpenRequest
  isChosen: boolean
  /** True while it is being decided on. */
  isBusy: boolean
  onChoose: () => void
  /** Opens the details with the form of an action. */
  onOpen: (action: AppointmentAction) => void
  onConfirm: (event: MouseEvent) => void
}

/** A request, or a move that a patient asks for, with its age, patient, time and buttons. */
export function RequestRow({ request, isChosen, isBusy, onChoose, onOpen, onConfirm }: RequestRowProps) {
  const { chosen, nameOf } = useResourceChoice()
  const now = serverNow()
  const urgency = urgencyText(request, now)
  // A chosen doctor or room need not be named in each row.
  const resourceName = chosen === undefined && nameOf(request.move?.resource_id ?? request.resource_id)
  return (
    <li className={styles.request}>
      <div className={`small medium ${styles.age}`}>
        <AgeBar hours={request.waiting_hours} />
        <label className={`with-icon ${styles.choice}`}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`${subjectOf(request)} von ${request.name} wählen`}
            onChange={onChoose}
          />
          {ageText(request.waiting_hours)}
        </label>
      </div>
      <div>
        <Link className="plain-link semibold break" href={`?booking=${encodeURIComponent(request.id)}`}>
          {request.name}
        </Link>{' '}
        {request.move && <Badge size="small" {...MOVE_ASKED} />}
        {request.marked && <Badge tone="neutral" label="Auffällig" size="small" />}
        {urgency && <Badge tone="danger" label={urgency} size="small" />}
        <small className="num muted">
          <span className="nowrap">{request.mobile}</span>
          {request.booked_by && `, von ${request.booked_by}`},{' '}
          <PatientLink bookingId={request.id}>{visitsText(request.visits)}</PatientLink>
        </small>
        {request.message && <small className={`break ${styles.words}`}>„{request.message}“</small>}
      </div>
      <div>
        <b className="num">{shortDayTime((request.move ?? request).start)}</b>
        <small className="muted">
          {request.move && <span className="num">statt {shortDayTime(request.start)}, </span>}
          {request.service_name}, {minutesOf(request)} Min{resourceName && `, bei ${resourceName}`}
        </small>
      </div>
      <RequestButtons request={request} now={now} isBusy={isBusy} onOpen={onOpen} onConfirm={onConfirm} />
    </li>
  )
}

type RequestButtonsProps = Pick<RequestRowProps, 'request' | 'isBusy' | 'onOpen' | 'onConfirm'> & {
  now: Instant
}

/** The buttons that decide on a request. An appointment that has begun can only be rejected. */
function RequestButtons({ request, now, isBusy, onOpen, onConfirm }: RequestButtonsProps) {
  const canConfirm = actionsOn(request, now).includes('confirm')
  const requestName = `${subjectOf(request)} von ${request.name}`
  return (
    <div className="row gap-2">
      {canConfirm && (
        <IconButton
          kind="secondary"
          label={`${requestName} mit Nachricht bestätigen`}
          title="Mit Nachricht bestätigen"
          icon={<MessageSquareText />}
          onClick={() => onOpen('confirm')}
        />
      )}
      <Button
        size="small"
        aria-label={`${requestName} ablehnen`}
        data-step={canConfirm ? undefined : request.id}
        onClick={() => onOpen('reject')}
      >
        Ablehnen
      </Button>
      {canConfirm && (
        <Button
          kind="primary"
          size="small"
          aria-label={`${requestName} bestätigen`}
          data-step={request.id}
          busy={isBusy}
          // Holding Enter must not confirm the next request too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={onConfirm}
        >
          <Check />
          Bestätigen
        </Button>
      )}
    </div>
  )
}

/**
 * Returns `heute`, `morgen` or, once the appointment has begun, `vorbei`; '' for a later day. For a move, the
 * earlier of both times counts.
 */
function urgencyText({ start, move }: Pick<OpenRequest, 'start' | 'move'>, now: Instant): string {
  const earlier = move && move.start < start ? move.start : start
  if (Date.parse(earlier) <= now) return 'vorbei'
  const day = dayOfIso(earlier)
  const today = viennaDay(now)
  if (day === today) return 'heute'
  return day === addDays(today, 1) ? 'morgen' : ''
}

/** Returns what the practice decides on. */
function subjectOf({ move }: OpenRequest): string {
  return move ? 'Verschiebung' : 'Anfrage'
}

/** Returns the length of the appointment in minutes. */
function minutesOf({ start, end }: OpenRequest): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / MINUTE)
}
