import { isNotFound } from '../api/refusals.ts'
import { TitledHeading } from '../page/page-heading.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { useWaitingEntry } from '../patient/waiting-list/use-waiting-list.ts'
import { NextStep } from './next-step.tsx'
import { WaitingEntryDetails } from './waiting-entry.tsx'
import { WAITING_LIST_HEADING } from './wishes-words.tsx'

/** Shows an entry of the waiting list to the patient who waits, or says that the entry has ended. */
export function EntryPage({ id }: { id: string }) {
  const query = useWaitingEntry(id)
  const entry = query.data
  if (isNotFound(query.error))
    return (
      <>
        <TitledHeading>Sie stehen nicht mehr auf der Warteliste</TitledHeading>
        <NextStep bookingId={entry?.booking_id ?? null} />
      </>
    )
  return (
    <>
      <TitledHeading>{entry ? 'Sie stehen auf der Warteliste' : WAITING_LIST_HEADING}</TitledHeading>
      <QueryState query={query} />
      {entry && (
        <div className="stack gap-5">
          <div className="card padded">
            <p className="semibold mb-3">{entry.service.name}</p>
            <WaitingEntryDetails entry={entry} />
          </div>
          {!entry.booking_id && (
            <p className="muted small">Diesen Eintrag finden Sie jederzeit unter „Meine Termine“.</p>
          )}
          <NextStep bookingId={entry.booking_id} />
        </div>
      )}
    </>
  )
}
