import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './dashboard.module.css'
import { RejectMarkedDialog } from './reject-marked-dialog.tsx'
import { RequestRow } from './request-row.tsx'
import type { OpenRequest } from './use-dashboard.ts'

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
          <ChosenRequests
            count={chosen.length}
            busy={decision.busy}
            onConfirm={() => void decideChosen('confirm')}
            onReject={() => askForRejection(true)}
            onNone={() => choose(new Set())}
          />
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

type ChosenRequestsProps = {
  count: number
  busy: boolean
  onConfirm: () => void
  onReject: () => void
  onNone: () => void
}

/** The buttons for all chosen requests. */
function ChosenRequests({ count, busy, onConfirm, onReject, onNone }: ChosenRequestsProps) {
  return (
    <div className={`row gap-3 line-above ${styles.all}`}>
      <span className="small" role="status">
        {count === 1 ? '1 Anfrage gewählt' : `${count} Anfragen gewählt`}
      </span>
      <Button kind="primary" size="small" busy={busy} onClick={onConfirm}>
        Gewählte bestätigen
      </Button>
      <Button size="small" onClick={onReject}>
        Gewählte ablehnen …
      </Button>
      <Button kind="link" onClick={onNone}>
        Keine
      </Button>
    </div>
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
