import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../components/loaded.tsx'

type MoreRowsProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'isFetching' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
  >
  /** The sentence when a page cannot be loaded. */
  failure: string
}

/** Below a list that is read page by page: a button for the next page, or why a page could not be loaded. */
export function MoreRows({ query, failure }: MoreRowsProps) {
  const { error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  if (error)
    return (
      <LoadFailure
        error={error}
        sentence={failure}
        busy={isFetching}
        onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
      />
    )
  if (!hasNextPage) return null
  return (
    <div>
      <Button busy={isFetching} busyText="Lade weitere …" onClick={() => void fetchNextPage()}>
        Weitere laden
      </Button>
    </div>
  )
}
