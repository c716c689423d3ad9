import { type MouseEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { type AppointmentAction, useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { ChosenRequests } from './chosen-requests.tsx'
import styles from './dashboard.module.css'
import { MarkedRequests } from './marked-requests.tsx'
import { RequestRow } from './request-row.tsx'
import type { OpenRequest } from './use-dashboard.ts'
import { useRequestFocus } from './use-request-focus.ts'
import { useSingleClicks } from './use-single-clicks.ts'

/** Number of requests shown above today's appointments. */
const REQUESTS_SHOWN_FIRST = 5

/**
 * The open requests, the oldest first. A press confirms one at once. To reject one, or to add a message, its
 * details open.
 */
export function RequestList({ requests }: { requests: readonly OpenRequest[] }) {
  const [params, changeParams] = useSearchState('booking', 'ask')
  const [areAllShown, setAllShown] = useState(false)
  const chosenIds = useChosenIds()
  const decision = useDecision()
  /** The failures of the last decision on several requests. */
  const [failures, setFailures] = useState<readonly string[]>([])
  const requestFocus = useRequestFocus(requests, { isSheetOpen: params.booking !== '' })
  const tryAcceptClick = useSingleClicks()
  const shown = areAllShown ? requests : requests.slice(0, REQUESTS_SHOWN_FIRST)

  const confirm = (request: OpenRequest, index: number, click: MouseEvent) => {
    if (decision.busy || !tryAcceptClick(click)) return
    requestFocus.noteUse(request.id, index)
    setFailures([])
    void decision.decide({ action: 'confirm', booking: request })
  }
  const openDetails = (bookingId: string, index: number, action: AppointmentAction) => {
    requestFocus.noteUse(bookingId, index)
    changeParams({ booking: bookingId, ask: action }, { push: true })
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
                onOpen={(action) => openDetails(request.id, index, action)}
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
            // The failed ones stay chosen, so that they can be tried again.
            chosenIds.chooseOnly(failed.map(({ id }) => id))
            setFailures(failed.map(({ sentence }) => sentence))
          }}
        />
        <ShowAllButton count={requests.length} areAllShown={areAllShown} onChange={setAllShown} />
      </div>
    </section>
  )
}

type ShowAllButtonProps = { count: number; areAllShown: boolean; onChange: (areAllShown: boolean) => void }

/** A button that shows all requests, or only the first ones again. Empty if there are no more than these. */
function ShowAllButton({ count, areAllShown, onChange }: ShowAllButtonProps) {
  if (count <= REQUESTS_SHOWN_FIRST) return null
  return (
    <p className={`line-above ${styles.all}`}>
      <Button kind="link" aria-expanded={areAllShown} onClick={() => onChange(!areAllShown)}>
        {areAllShown ? `nur die ersten ${REQUESTS_SHOWN_FIRST} zeigen` : `alle ${count} zeigen`}
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

type LastOutcomeProps = {
  /** The outcome of the last decision. */
  outcome: FormOutcome | undefined
  /** The sentences of several failures, one for each patient. */
  failures: readonly string[]
}

/** The failures of the last decision on several requests, or without any the outcome of the last decision. */
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
