import { type MouseEvent, useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { ChosenRequests } from './chosen-requests.tsx'
import styles from './dashboard.module.css'
import { RejectMarkedDialog } from './reject-marked-dialog.tsx'
import { RequestRow } from './request-row.tsx'
import type { OpenRequest } from './use-dashboard.ts'
import { useRequestFocus } from './use-request-focus.ts'

/** Number of requests shown above today's appointments. */
const REQUESTS_SHOWN_FIRST = 5

/**
 * The open requests, the oldest first. A press confirms one at once. To reject one, or to add a message, its
 * details open.
 */
export function RequestList({ requests }: { requests: readonly OpenRequest[] }) {
  const [params, changeParams] = useSearchState('booking', 'ask')
  const [showsAll, setShowsAll] = useState(false)
  const chosenIds = useChosenIds()
  const decision = useDecision()
  /** The failures of the last decision on several requests. */
  const [failures, setFailures] = useState<readonly string[]>([])
  const requestFocus = useRequestFocus(requests, { isSheetOpen: params.booking !== '' })
  const tryAcceptClick = useSingleClicks()
  const shown = showsAll ? requests : requests.slice(0, REQUESTS_SHOWN_FIRST)

  const confirm = (booking: OpenRequest, index: number, click: MouseEvent) => {
    if (decision.busy || !tryAcceptClick(click)) return
    requestFocus.noteUse(booking.id, index)
    setFailures([])
    void decision.decide({ action: 'confirm', booking })
  }
  const openDetails = (bookingId: string, index: number, ask: AppointmentAction) => {
    requestFocus.noteUse(bookingId, index)
    changeParams({ booking: bookingId, ask }, { push: true })
  }

  return (
    <section aria-label="Offene Anfragen">
      <LastOutcome outcome={decision.outcome} failures={failures} />
      <MarkedRequests marked={requests.filter((request) => request.marked)} />
      <div className="card">
        {requests.length === 0 ? (
          <p className="padded muted">Hier stehen Anfragen, über die noch niemand entschieden hat.</p>
        ) : (
          <ul ref={requestFocus.list} className="rows">
            {shown.map((request, index) => (
              <RequestRow
                key={request.id}
                request={request}
                isChosen={chosenIds.has(request.id)}
                isBusy={decision.busyWith === request.id}
                onChoose={() => chosenIds.toggle(request.id)}
                onOpen={(ask) => openDetails(request.id, index, ask)}
                onConfirm={(event) => confirm(request, index, event)}
              />
            ))}
          </ul>
        )}
        <ChosenRequests
          chosen={requests.filter(({ id }) => chosenIds.has(id))}
          decision={decision}
          onClear={() => chosenIds.chooseOnly([])}
          onDecided={(failed) => {
            // Those can be tried again.
            chosenIds.chooseOnly(failed.map(({ id }) => id))
            setFailures(failed.map(({ sentence }) => sentence))
          }}
        />
        <ShowAllButton count={requests.length} isOn={showsAll} onChange={setShowsAll} />
      </div>
    </section>
  )
}

type ShowAllButtonProps = { count: number; isOn: boolean; onChange: (isOn: boolean) => void }

/** A button that shows all requests, or only the first ones again. Empty if there are no more than these. */
function ShowAllButton({ count, isOn, onChange }: ShowAllButtonProps) {
  if (count <= REQUESTS_SHOWN_FIRST) return null
  return (
    <p className={`line-above ${styles.all}`}>
      <Button kind="link" aria-expanded={isOn} onClick={() => onChange(!isOn)}>
        {isOn ? `nur die ersten ${REQUESTS_SHOWN_FIRST} zeigen` : `alle ${count} zeigen`}
      </Button>
    </p>
  )
}

/** Keeps the ids of the chosen requests. */
function useChosenIds() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (id: string) => ids.has(id),
    toggle: (id: string) => {
      const others = [...ids].filter((each) => each !== id)
      setIds(new Set(ids.has(id) ? others : [...others, id]))
    },
    chooseOnly: (chosen: readonly string[]) => setIds(new Set(chosen)),
  }
}

/**
 * Milliseconds between two decisions, so that a double click does not also decide on the request that moves
 * up.
 */
const DECISION_PAUSE_MS = 400

/** Returns a function that accepts a click, or returns false if it follows the last accepted one too soon. */
function useSingleClicks(): (click: MouseEvent) => boolean {
  const lastAccepted = useRef(-DECISION_PAUSE_MS)
  return ({ timeStamp, detail: clicks }) => {
    // A click by the Enter key has the detail 0. The row itself ignores a held Enter key.
    if (clicks > 0 && timeStamp - lastAccepted.current < DECISION_PAUSE_MS) return false
    lastAccepted.current = timeStamp
    return true
  }
}

type LastOutcomeProps = {
  /** The outcome of the last decision. */
  outcome: FormOutcome | undefined
  /** The sentences of several failures, one for each patient. */
  failures: readonly string[]
}

/** The failures of decisions on several requests, or else the outcome of the last decision. */
function LastOutcome({ outcome, failures: [firstFailure, ...others] }: LastOutcomeProps) {
  const shown: FormOutcome | undefined =
    firstFailure === undefined ? outcome : { tone: 'danger', text: firstFailure }
  if (shown === undefined) return null
  return (
    <div className="mb-3">
      <OutcomeBanner outcome={shown}>
        {others.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </OutcomeBanner>
    </div>
  )
}

/** Says that requests are marked as unusual, with a button for the dialog that rejects them together. */
function MarkedRequests({ marked }: { marked: readonly OpenRequest[] }) {
  const [params, changeParams] = useSearchState('marked')
  const count = marked.length
  if (count === 0) return null
  return (
    <>
      <div className="mb-3">
        <Banner tone="warning" title={count === 1 ? '1 auffällige Anfrage' : `${count} auffällige Anfragen`}>
          <p>Von einer E-Mail-Adresse oder einem Internetanschluss kamen ungewöhnlich viele Anfragen.</p>
          <Button kind="link" onClick={() => changeParams({ marked: 'reject' }, { push: true })}>
            Gemeinsam ablehnen …
          </Button>
        </Banner>
      </div>
      {params.marked === 'reject' && (
        <RejectMarkedDialog requests={marked} onClose={() => changeParams({ marked: '' })} />
      )}
    </>
  )
}
