import { Check, MessageSquareText } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { MINUTE } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { visitsText } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './dashboard.module.css'
import { RejectMarkedDialog } from './reject-marked-dialog.tsx'
import type { OpenRequest } from './use-dashboard.ts'

/** Hours of waiting that fill the bar. */
const FULL_BAR_HOURS = 24

/** Number of requests shown above today's appointments. */
const REQUESTS_SHOWN_FIRST = 5

/**
 * Milliseconds between two decisions. A double click must not also decide on the request that has moved up.
 */
const DECISION_PAUSE_MS = 400

/**
 * The open requests, the oldest first, each confirmed at once; to reject one, or for a message, its details
 * open.
 */
export function RequestList({ requests }: { requests: readonly OpenRequest[] }) {
  const [address, change] = useSearchState('booking', 'ask', 'marked')
  const [showsAll, showAll] = useState(false)
  const decision = useDecision()
  const list = useRef<HTMLUListElement>(null)
  /** The request that was used last, its place, and whether it is in the list. */
  const used = useRef({ id: '', index: 0, isListed: false })
  const lastClick = useRef(-DECISION_PAUSE_MS)
  const marked = requests.filter((request) => request.marked)
  const shown = showsAll ? requests : requests.slice(0, REQUESTS_SHOWN_FIRST)

  const isSheetOpen = address.booking !== ''
  // The next request takes the focus of one that has left the list; one that comes back, because that was
  // undone, has it again.
  useEffect(() => {
    const { id, index, isListed } = used.current
    const place = requests.findIndex((request) => request.id === id)
    if (isSheetOpen || place >= 0 === isListed) return
    used.current.isListed = place >= 0
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    if (document.activeElement === document.body)
      buttons[Math.min(place < 0 ? index : place, buttons.length - 1)]?.focus()
  }, [requests, isSheetOpen])

  const confirm = (booking: OpenRequest, index: number, { timeStamp, detail: clicks }: MouseEvent) => {
    const isDouble = clicks > 0 && timeStamp - lastClick.current < DECISION_PAUSE_MS
    if (decision.busy || isDouble) return
    lastClick.current = timeStamp
    used.current = { id: booking.id, index, isListed: true }
    void decision.decide({ action: 'confirm', booking })
  }
  const open = (booking: string, index: number, ask: AppointmentAction) => {
    used.current = { id: booking, index, isListed: true }
    change({ booking, ask }, { push: true })
  }

  return (
    <section aria-label="Offene Anfragen">
      {decision.outcome && (
        <div className="mb-3">
          <OutcomeBanner outcome={decision.outcome} />
        </div>
      )}
      {marked.length > 0 && (
        <MarkedNotice count={marked.length} onReject={() => change({ marked: 'reject' }, { push: true })} />
      )}
      {address.marked === 'reject' && marked.length > 0 && (
        <RejectMarkedDialog requests={marked} onClose={() => change({ marked: '' })} />
      )}
      <div className="card">
        {requests.length === 0 ? (
          <p className="padded muted">Hier stehen Reservierungen, über die noch niemand entschieden hat.</p>
        ) : (
          <ul ref={list} className="rows">
            {shown.map((request, index) => (
              <RequestRow
                key={request.id}
                request={request}
                onOpen={(ask) => open(request.id, index, ask)}
                onConfirm={(event) => confirm(request, index, event)}
              />
            ))}
          </ul>
        )}
        {requests.length > REQUESTS_SHOWN_FIRST && (
          <p className={`line-above ${styles.all}`}>
            <Button kind="link" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
              {showsAll ? `nur die ersten ${REQUESTS_SHOWN_FIRST} zeigen` : `alle ${requests.length} zeigen`}
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}

function MarkedNotice({ count, onReject }: { count: number; onReject: () => void }) {
  return (
    <div className="mb-3">
      <Banner tone="warning" title={count === 1 ? '1 auffällige Anfrage' : `${count} auffällige Anfragen`}>
        <p>Von einer E-Mail-Adresse oder einem Internetanschluss kamen ungewöhnlich viele Anfragen.</p>
        <Button kind="link" onClick={onReject}>
          Gemeinsam ablehnen …
        </Button>
      </Banner>
    </div>
  )
}

type RequestRowProps = {
  request: OpenRequest
  onOpen: (ask: AppointmentAction) => void
  onConfirm: (event: MouseEvent) => void
}

/** One request with its age, patient, time and buttons. */
function RequestRow({ request, onOpen, onConfirm }: RequestRowProps) {
  return (
    <li className={styles.request}>
      <div className={`small medium ${styles.age}`}>
        <svg viewBox="0 0 112 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={ageWidth(request.waiting_hours)} height="6" rx="3" />
        </svg>
        {ageText(request.waiting_hours)}
      </div>
      <div>
        <Link className="plain-link semibold break" href={`?booking=${encodeURIComponent(request.id)}`}>
          {request.name}
        </Link>{' '}
        {request.move && <Badge size="small" {...MOVE_ASKED} />}
        {request.marked && <Badge tone="neutral" label="Auffällig" size="small" />}
        <small className="num muted">
          <span className="nowrap">{request.mobile}</span>
          {request.booked_by && `, von ${request.booked_by}`},{' '}
          <PatientLink booking={request.id}>{visitsText(request.visits)}</PatientLink>
        </small>
      </div>
      <div>
        <b className="num">{shortDayTime((request.move ?? request).start)}</b>
        <small className="muted">
          {request.move && <span className="num">statt {shortDayTime(request.start)}, </span>}
          {request.service_name}, {minutesOf(request)} Min
        </small>
      </div>
      <div className="row gap-2">
        <IconButton
          kind="secondary"
          label={`${whatOf(request)} von ${request.name} mit Nachricht bestätigen`}
          title="Mit Nachricht bestätigen"
          icon={<MessageSquareText />}
          onClick={() => onOpen('confirm')}
        />
        <Button
          size="small"
          aria-label={`${whatOf(request)} von ${request.name} ablehnen`}
          onClick={() => onOpen('reject')}
        >
          Ablehnen
        </Button>
        <Button
          kind="primary"
          size="small"
          aria-label={`${whatOf(request)} von ${request.name} bestätigen`}
          data-step={request.id}
          // Holding Enter must not confirm the next request too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={onConfirm}
        >
          <Check />
          Bestätigen
        </Button>
      </div>
    </li>
  )
}

function whatOf({ move }: OpenRequest): string {
  return move ? 'Verschiebung' : 'Anfrage'
}

function ageWidth(hours: number): number {
  return Math.max(6, Math.min(1, hours / FULL_BAR_HOURS) * 112)
}

function ageText(hours: number): string {
  if (hours < 1) return 'eben erst'
  if (hours < 48) return `seit ${hours} Std.`
  return `seit ${Math.floor(hours / 24)} Tagen`
}

function minutesOf({ start, end }: OpenRequest): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / MINUTE)
}
