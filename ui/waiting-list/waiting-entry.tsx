import { useMutation } from '@tanstack/react-query'
import { BellRing, CalendarCheck } from 'lucide-react'
import { shortDayTime } from '../../src/shared/format.ts'
import type { WaitingEntry } from '../../src/shared/waiting-list-answers.ts'
import { viennaToday } from '../api/server-clock.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Failure } from '../patient/failure.tsx'
import { offerUrl, wishesUrl } from '../patient/waiting-list/addresses.ts'
import { leaveWaitingList, refreshWaitingList } from '../patient/waiting-list/use-waiting-list.ts'
import { offerEndText, wishesText } from '../patient/waiting-list/wishes-text.ts'

/**
 * Shows an entry of the waiting list: its wishes, the time that is offered now, and the buttons that change
 * and delete the entry.
 */
export function WaitingEntryDetails({ entry }: { entry: WaitingEntry }) {
  const leave = useMutation({ mutationFn: () => leaveWaitingList(entry.id), onSuccess: refreshWaitingList })
  const { offer, no_times } = entry
  const outlook = no_times
    ? 'Bitte ändern Sie Ihre Wünsche, oder rufen Sie uns an.'
    : 'Wird etwas frei, schreiben wir Ihnen.'
  return (
    <div className="stack">
      <p className="media">
        <BellRing />
        <span>
          {capitalised(wishesText(entry, viennaToday()))}. {outlook}
        </span>
      </p>
      {offer && (
        <LinkButton kind="primary" wide to={offerUrl(offer.id)}>
          <CalendarCheck />
          Frei: {shortDayTime(offer.start, viennaToday())}
        </LinkButton>
      )}
      {offer && <p className="muted small">{offerEndText(offer.until, viennaToday())} für Sie reserviert.</p>}
      {leave.error && <Failure error={leave.error} fallback="Das hat nicht geklappt." />}
      <div className="halves gap-3">
        <LinkButton wide to={wishesUrl(entry)}>
          Wünsche ändern
        </LinkButton>
        <Button wide busy={leave.isPending} busyText="Einen Moment …" onClick={() => leave.mutate()}>
          Nicht mehr warten
        </Button>
      </div>
    </div>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
