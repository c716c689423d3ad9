import type { ReactNode } from 'react'
import { failureText, reasonOf } from '../api/http.ts'
import { Announced } from '../components/announced.tsx'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'

/** The part of a TanStack query that the screen needs. */
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** The title of the failure, such as "Termine konnten nicht geladen werden." */
  failure: string
  /** Reserves the room of the content until the first answer has arrived. */
  skeleton: ReactNode
  /** A text for screen readers while the skeleton is shown. */
  loading?: string
  children: (data: Data) => ReactNode
}

/**
 * Shows the data of a query, its skeleton or its error. Data that could not be refreshed stays below the
 * error.
 */
export function Loaded<Data>({ query, failure, skeleton, loading, children }: LoadedProps<Data>) {
  const { data, error } = query
  return (
    <>
      <LoadFailure query={query} failure={failure} />
      {data !== undefined && children(data)}
      {data === undefined && !error && (
        <div role={loading && 'status'}>
          {loading && (
            <span className="visually-hidden">
              <Announced>{loading}</Announced>
            </span>
          )}
          {skeleton}
        </div>
      )}
    </>
  )
}

/**
 * A query whose data may come page by page. If only the next page has failed, only that page is loaded again.
 */
type FailedQuery = Omit<Query<unknown>, 'data'> & {
  isFetchNextPageError?: boolean
  fetchNextPage?: () => unknown
}

type LoadFailureProps = {
  query: FailedQuery
  /** Whether a sentence of the server replaces `failure`, instead of being shown below it. */
  brief?: boolean
} & Pick<LoadedProps<unknown>, 'failure'>

/**
 * Shows only the error of a query, with a button that loads again. Pages use it where Loaded does not fit,
 * for example for lists that are loaded in parts.
 */
export function LoadFailure({ query, failure, brief = false }: LoadFailureProps) {
  const { error, isFetching, refetch, isFetchNextPageError, fetchNextPage = refetch } = query
  if (!error) return null
  const reason = reasonOf(error)
  const title = titleOf(error, { failure, brief })
  return (
    <div className="mb-4">
      <Banner tone="danger" role="alert" title={title}>
        {reason !== title && reason && <p>{reason}</p>}
        <Button
          kind="link"
          busy={isFetching}
          busyText="Aktualisieren …"
          onClick={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
        >
          Neu laden
        </Button>
      </Banner>
    </div>
  )
}

/** Returns `failure` or, if `brief`, the server's own sentence. Without a connection only that is said. */
function titleOf(error: Error, { failure, brief }: Pick<LoadFailureProps, 'failure' | 'brief'>) {
  const { title, detail } = failureText(error, failure)
  const isOffline = detail !== undefined
  if (isOffline) return reasonOf(error)
  return brief ? title : failure
}
