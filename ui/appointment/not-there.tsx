import { BOOKING_NOT_FOUND } from '../../src/shared/messages.de.ts'
import { ApiError } from '../api/http.ts'
import { usePractice } from '../api/status.ts'
import { Button } from '../components/button.tsx'
import { PracticeContact } from '../components/practice-contact.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import styles from './not-there.module.css'
import { type BookingQuery, isNotFound } from './use-booking.ts'

/** The h1 of a page whose appointment the server does not know. */
export const NOT_LOADED = 'Termindetails konnten nicht geladen werden.'

/** The h1 of a page whose appointment the server does not know. */
export const NOT_FOUND = 'Termin nicht gefunden'

/** Stands for the appointment while it is loading, and when there is none to show. */
export function NotThere({ query: { data, error, isFetching, refetch } }: { query: BookingQuery }) {
  if (data !== undefined) return null
  if (!error) return <AppointmentSkeleton />
  if (isNotFound(error)) return <NotFound />
  return <NotLoaded error={error} busy={isFetching} onRetry={() => void refetch()} />
}

function NotFound() {
  const { phone, mail } = usePractice()
  return (
    <>
      <div role="alert">
        <p>{BOOKING_NOT_FOUND}</p>
        <p className={styles.hint}>
          Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.
        </p>
      </div>
      <PracticeContact phone={phone} mail={mail} />
    </>
  )
}

type NotLoadedProps = { error: Error; busy: boolean; onRetry: () => void }

function NotLoaded({ error, busy, onRetry }: NotLoadedProps) {
  const { phone, mail } = usePractice()
  return (
    <>
      <div role="alert">
        <p>{NOT_LOADED}</p>
        {error instanceof ApiError && <p className={styles.hint}>{error.message}</p>}
      </div>
      <div className={styles.retry}>
        <Button kind="main" busy={busy} busyText="Lade …" onClick={onRetry}>
          Noch einmal versuchen
        </Button>
      </div>
      <PracticeContact phone={phone} mail={mail} />
    </>
  )
}

function AppointmentSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Lade Termin …</span>
      <Skeleton height={32} width={260} />
      <Skeleton height={220} />
      <Skeleton height={112} />
    </div>
  )
}
