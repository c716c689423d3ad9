import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../page/loaded.tsx'

/** The query of a page: nothing for the first page, else the id of the last row of the page before. */
type Cursor = { before?: string }
/** A part of a list; `more` is true when older rows follow. */
export type PageOfRows<Row> = { rows: readonly Row[]; more: boolean }

type PagedRowsOptions<Row> = Pick<
  UseInfiniteQueryOptions<
    PageOfRows<Row>,
    Error,
    InfiniteData<PageOfRows<Row>, Cursor>,
    readonly unknown[],
    Cursor
  >,
  'enabled' | 'queryKey' | 'refetchInterval' | 'refetchOnWindowFocus'
> & { load: (cursor: Cursor, signal: AbortSignal) => Promise<PageOfRows<Row>> }

/**
 * Reads a list page by page, newest first. `rows` has everything read so far; undefined before the first
 * page.
 */
export function usePagedRows<Row extends { id: number }>({ load, ...options }: PagedRowsOptions<Row>) {
  const query = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: {} as Cursor,
    getNextPageParam: ({ rows, more }) => (more ? { before: String(rows.at(-1)?.id) } : undefined),
    // The rows of the previous filter stay until those of the new one arrive.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows) }
}

type MoreRowsProps = {
  list: Pick<
    ReturnType<typeof usePagedRows>,
    'error' | 'isFetching' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
  >
  /** The sentence when a page cannot be loaded. */
  failure: string
}

/** Shown below the list: a button for the next page, or why a page could not be loaded. */
export function MoreRows({ list, failure }: MoreRowsProps) {
  const { error, isFetching, hasNextPage, fetchNextPage } = list
  if (error) return <LoadFailure query={list} failure={failure} />
  if (!hasNextPage) return null
  return (
    <div className="mt-4">
      <Button busy={isFetching} busyText="Lade weitere …" onClick={() => void fetchNextPage()}>
        Weitere laden
      </Button>
    </div>
  )
}
