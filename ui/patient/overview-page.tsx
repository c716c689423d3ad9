import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { ApiError, getBooking } from '../api.ts'
import { MissingId } from '../notice-page.tsx'
import { usePageTitle } from '../page-title.ts'
import { Button } from '../parts/button.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { PracticeContact } from '../parts/practice-contact.tsx'
import { SandboxedHtml } from '../parts/sandboxed-html.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { ServerState } from '../server-state.tsx'
import { usePractice } from '../status.ts'
import { Overview } from './overview.tsx'
import styles from './overview-page.module.css'

/** The patient's view of one appointment, by the `id` in the address (specification section 2, "Terminübersicht"). */
export function OverviewPage() {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame narrow>{id ? <BookingById id={id} /> : <WithoutId />}</PageFrame>
    </ServerState>
  )
}

function BookingById({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['booking', id],
    queryFn: ({ signal }) => getBooking(id, signal),
    // The practice decides while the patient looks elsewhere.
    staleTime: 0,
  })
  const missing = error !== null && isNotFound(error)
  const heading = missing ? 'Termin nicht gefunden' : 'Terminübersicht'
  usePageTitle(heading)

  return (
    <>
      <PageHeading>{heading}</PageHeading>
      {typeof data === 'string' && <SandboxedHtml html={data} title="Terminübersicht" />}
      {typeof data === 'object' && <Overview booking={data} />}
      {data === undefined && !error && <OverviewSkeleton />}
      {data === undefined && missing && <NotFound />}
      {data === undefined && error && !missing && (
        <NotLoaded error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function WithoutId() {
  const { phone, mail } = usePractice()
  usePageTitle('Terminübersicht')
  return (
    <>
      <PageHeading>Terminübersicht</PageHeading>
      <MissingId />
      <PracticeContact phone={phone} mail={mail} />
    </>
  )
}

function NotFound() {
  const { phone, mail } = usePractice()
  return (
    <>
      <div role="alert">
        <p>Der Termin konnte nicht gefunden werden.</p>
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
        <p>Termindetails konnten nicht geladen werden.</p>
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

function OverviewSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Lade Termin …</span>
      <Skeleton height={32} width={260} />
      <Skeleton height={356} />
      <Skeleton height={112} />
    </div>
  )
}

/** Specification section 8: what the server calls "not found", in its code or its sentence. */
function isNotFound(error: Error): boolean {
  return (
    error instanceof ApiError && (error.status === 404 || /not found/i.test(`${error.code} ${error.message}`))
  )
}
