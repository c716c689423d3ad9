import { BOOKING_NOT_FOUND } from '../../src/shared/messages.de.ts'
import { failureText, reasonOf } from '../api/http.ts'
import { isNotFound } from '../api/refusals.ts'
import { Announced } from '../components/announced.tsx'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { APPOINTMENT_NOT_LOADED } from './appointment-texts.ts'

type QueryStateProps = {
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /**
   * The sentence for a link to something that does not exist. Without it, the sentence about appointments is
   * shown.
   */
  notFoundSentence?: string
}

/**
 * Shows a skeleton while the target of a link is loading, or an error with the practice's contact. Shows
 * nothing once there are data.
 */
export function QueryState({ query, notFoundSentence = BOOKING_NOT_FOUND }: QueryStateProps) {
  const { data, error } = query
  if (data !== undefined) return null
  if (!error) return <AppointmentSkeleton />
  return (
    <>
      {isNotFound(error) ? (
        <NotFound sentence={notFoundSentence} />
      ) : (
        <NotLoaded query={query} error={error} />
      )}
      <PracticeContact />
    </>
  )
}

/** Says that the target of the link does not exist. */
function NotFound({ sentence }: { sentence: string }) {
  return (
    <div role="alert">
      <p>{sentence}</p>
      <p className="muted mt-2">Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.</p>
    </div>
  )
}

/** Says why the target could not be loaded, with a button that tries again. */
function NotLoaded({ query, error }: Pick<QueryStateProps, 'query'> & { error: Error }) {
  const reason = reasonOf(error)
  // Only a lost connection has a detail.
  const isOffline = failureText(error, APPOINTMENT_NOT_LOADED).detail !== undefined
  return (
    <>
      <div className="mb-4" role="alert">
        {!isOffline && <p>{APPOINTMENT_NOT_LOADED}</p>}
        {reason && <p className={isOffline ? '' : 'muted mt-2'}>{reason}</p>}
      </div>
      <Button kind="primary" busy={query.isFetching} busyText="Lade …" onClick={() => void query.refetch()}>
        Noch einmal versuchen
      </Button>
    </>
  )
}

/** Reserves the room of an appointment while it is loading. */
function AppointmentSkeleton() {
  return (
    <div className="stack narrow" role="status">
      <span className="visually-hidden">
        <Announced>Lade Termin …</Announced>
      </span>
      <Skeleton height={32} width={260} />
      <Skeleton height={220} />
      <Skeleton height={112} />
    </div>
  )
}
