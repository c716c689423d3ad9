import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { LoadFailure } from '../../page/loaded.tsx'

/** The query of a page: nothing for the first one, else the id of the last row before it. */
type Cursor = { before?: string }
export type Page<Row> = { rows: readonly Row[]; more: boolean }

type PageOptions<Row> = Pick<
  UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>, Cursor>, readonly unknown[], Cursor>,
  'enabled' | 'queryKey' | 'refetchInterval' | 'refetchOnWindowFocus'
> & { load: (cursor: Cursor, signal: AbortSignal) => Promise<Page<Row>> }

/** A list, newest first, that is read page by page. `rows` has all that was read, and is undefined before. */
export function usePagedRows<Row extends { id: number }>({ load, ...options }: PageOptions<Row>) {
  const query = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: {} as Cursor,
    getNextPageParam: ({ rows, more }) => (more ? { before: String(rows.at(-1)?.id) } : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows) }
}

type MoreRowsProps = {
  log: Pick<
    ReturnType<typeof usePagedRows>,
    'error' | 'isFetching' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
  >
  /** The sentence when a page cannot be loaded. */
  failure: string
}

/** Below the list: a button for the next page, or why a page could not be loaded. */
export function MoreRows({ log, failure }: MoreRowsProps) {
  const { error, isFetching, hasNextPage, fetchNextPage } = log
  if (error) return <LoadFailure query={log} failure={failure} />
  if (!hasNextPage) return null
  return (
    <div className="mt-4">
      <Button busy={isFetching} busyText="Lade weitere …" onClick={() => void fetchNextPage()}>
        Weitere laden
      </Button>
    </div>
  )
}
