import type { ReactNode } from 'react'
import { ApiError } from '../api/http.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** The part of a TanStack query that the screen needs. */
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** The title of the failure: "Termine konnten nicht geladen werden." */
  failure: string
  /** Takes the room of the content until the first response. */
  skeleton: ReactNode
  /** Announced by screen readers while the skeleton is shown. */
  loading?: string
  children: (data: Data) => ReactNode
}

/** The data of a query, or its skeleton or error. Data that could not be refreshed stays below the error. */
export function Loaded<Data>({ query, failure, skeleton, loading, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  return (
    <>
      {error && (
        <LoadFailure error={error} sentence={failure} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && children(data)}
      {data === undefined && !error && (
        <div role={loading && 'status'}>
          {loading && <span className="visually-hidden">{loading}</span>}
          {skeleton}
        </div>
      )}
    </>
  )
}

type LoadFailureProps = {
  error: Error
  sentence: string
  busy: boolean
  onRetry: () => void
}

/** The error alone, for a query that Loaded does not fit: several pages, a list with its own controls. */
export function LoadFailure({ error, sentence, busy, onRetry }: LoadFailureProps) {
  return (
    <div className="mb-4">
      <Banner tone="danger" role="alert" title={sentence}>
        {reasonOf(error)}
        <Button kind="link" busy={busy} busyText="Aktualisieren …" onClick={onRetry}>
          Neu laden
        </Button>
      </Banner>
    </div>
  )
}

/** The server's own sentence, but not "/api/slots → HTTP 502". */
function reasonOf(error: Error): ReactNode {
  if (!(error instanceof ApiError) || error.message.endsWith(`→ HTTP ${error.status}`)) return null
  return <p>{error.message}</p>
}
