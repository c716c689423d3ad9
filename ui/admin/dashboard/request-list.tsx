import { Check, MessageSquareText } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { addDays, type Day, MINUTE } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { visitsText } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
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
  const [chosenIds, choose] = useState<ReadonlySet<string>>(new Set())
  const decision = useDecision()
  const list = useRef<HTMLUListElement>(null)
  /** The request that was used last, its place, and whether it is in the list. */
  const used = useRef({ id: '', index: 0, isListed: false })
  const lastClick = useRef(-DECISION_PAUSE_MS)
  const marked = requests.filter((request) => request.marked)
  const shown = showsAll ? requests : requests.slice(0, REQUESTS_SHOWN_FIRST)

  const [isRejecting, askForRejection] = useState(false)
  const chosen = requests.filter(({ id }) => chosenIds.has(id))
  const toggle = (id: string) => {
    const next = new Set(chosenIds)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  /** Decides on one after the other; what is refused stays in the list with its sentence. */
  const decideChosen = async (action: 'confirm' | 'reject') => {
    for (const booking of chosen) await decision.decide({ action, booking })
    choose(new Set())
  }

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
          <p className="padded muted">Hier stehen Anfragen, über die noch niemand entschieden hat.</p>
        ) : (
          <ul ref={list} className="rows">
            {shown.map((request, index) => (
              <RequestRow
                key={request.id}
                request={request}
                isChosen={chosenIds.has(request.id)}
                onChoose={() => toggle(request.id)}
                onOpen={(ask) => open(request.id, index, ask)}
                onConfirm={(event) => confirm(request, index, event)}
              />
            ))}
          </ul>
        )}
        {chosen.length > 0 && (
          <div className={`row gap-3 line-above ${styles.all}`}>
            <span className="small" role="status">
              {chosen.length === 1 ? '1 Anfrage gewählt' : `${chosen.length} Anfragen gewählt`}
            </span>
            <Button
              kind="primary"
              size="small"
              busy={decision.busy}
              onClick={() => void decideChosen('confirm')}
            >
              Gewählte bestätigen
            </Button>
            <Button size="small" onClick={() => askForRejection(true)}>
              Gewählte ablehnen …
            </Button>
            <Button kind="link" onClick={() => choose(new Set())}>
              Keine
            </Button>
          </div>
        )}
        {isRejecting && (
          <ConfirmAction
            title={chosen.length === 1 ? '1 Anfrage ablehnen?' : `${chosen.length} Anfragen ablehnen?`}
            button="Ablehnen"
            busyText="Ablehnen …"
            failure="Die Anfragen konnten nicht abgelehnt werden."
            action={() => decideChosen('reject')}
            onClose={() => askForRejection(false)}
          >
            <p>{chosen.map(({ name }) => name).join(', ')}. Alle bekommen die Absage sofort.</p>
          </ConfirmAction>
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
  isChosen: boolean
  onChoose: () => void
  onOpen: (ask: AppointmentAction) => void
  onConfirm: (event: MouseEvent) => void
}

/** One request with its age, patient, time and buttons. */
function RequestRow({ request, isChosen, onChoose, onOpen, onConfirm }: RequestRowProps) {
  const { chosen, nameOf } = useResourceChoice()
  const doctor = chosen === undefined && nameOf(request.move?.resource_id ?? request.resource_id)
  return (
    <li className={styles.request}>
      <div className={`small medium ${styles.age}`}>
        <svg viewBox="0 0 112 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width={ageWidth(request.waiting_hours)} height="6" rx="3" />
        </svg>
        <label className={`with-icon ${styles.choice}`}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`${whatOf(request)} von ${request.name} wählen`}
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
        {urgencyText(request, viennaToday()) && (
          <Badge tone="danger" label={urgencyText(request, viennaToday())} size="small" />
        )}
        <small className="num muted">
          <span className="nowrap">{request.mobile}</span>
          {request.booked_by && `, von ${request.booked_by}`},{' '}
          <PatientLink booking={request.id}>{visitsText(request.visits)}</PatientLink>
        </small>
        {wordsOf(request) && <small className={`break ${styles.words}`}>{wordsOf(request)}</small>}
      </div>
      <div>
        <b className="num">{shortDayTime((request.move ?? request).start)}</b>
        <small className="muted">
          {request.move && <span className="num">statt {shortDayTime(request.start)}, </span>}
          {request.service_name}, {minutesOf(request)} Min{doctor && `, bei ${doctor}`}
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

/** `heute`, `morgen`, and nothing for a later day. */
export function urgencyText(
  { start, move }: { start: string; move?: { start: string } | undefined },
  today: Day,
): string {
  const day = [start, move?.start ?? start].toSorted()[0]?.slice(0, 10) ?? ''
  if (day <= today) return 'heute'
  return day === addDays(today, 1) ? 'morgen' : ''
}

/** The patient's own words: the answers to the questions of the service, and the message of a move. */
function wordsOf({ answers, message }: OpenRequest): string {
  const told = answers.map(({ label, value }) => `${label} ${value}`)
  return [...told, ...(message ? [`„${message}“`] : [])].join(' · ')
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
