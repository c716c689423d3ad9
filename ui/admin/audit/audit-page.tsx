import { useInfiniteQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { exactStamp } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadFailure } from '../../components/loaded.tsx'
import { type Column, DataTable, TableSkeleton } from '../components/data-table.tsx'
import { PageHead } from '../components/page-head.tsx'
import { actionLabel, actorName, subjectLabel } from './action-labels.ts'

type Entry = InferResponseType<typeof admin.audit.$get>['entries'][number]

const PAGE_LENGTH = '50'

/** Who did what and when, the newest first. */
export function AuditPage() {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch, isFetchNextPageError } = useLog()
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <PageHead
        title="Protokoll"
        lead="Wer wann was getan hat. Niemand kann hier etwas ändern oder löschen."
      />
      <div className="stack">
        {entries ? (
          <Card>
            <DataTable
              caption="Protokoll"
              columns={COLUMNS}
              rows={entries}
              keyOf={({ id }) => id}
              empty="Hier steht, wer sich angemeldet, Einstellungen geändert oder über Termine entschieden hat. Noch ist nichts geschehen."
            />
          </Card>
        ) : (
          !error && (
            <div role="status">
              <span className="visually-hidden">Lade Protokoll …</span>
              <TableSkeleton />
            </div>
          )
        )}
        {error && (
          <LoadFailure
            error={error}
            sentence="Das Protokoll konnte nicht geladen werden."
            busy={isFetching}
            onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          />
        )}
        {hasNextPage && !error && (
          <div>
            <Button busy={isFetching} busyText="Lade Ältere …" onClick={() => void fetchNextPage()}>
              Ältere anzeigen
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

function useLog() {
  return useInfiniteQuery({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      adminRequest(
        admin.audit.$get(
          { query: { limit: PAGE_LENGTH, ...(pageParam !== undefined && { before: String(pageParam) }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
    staleTime: 0,
    // Pages that were read must not change.
    refetchOnWindowFocus: false,
  })
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'at',
    label: 'Wann',
    width: '27%',
    cell: ({ at }) => <time dateTime={at}>{exactStamp(at)}</time>,
  },
  { name: 'actor', label: 'Wer', width: '25%', cell: actorName },
  { name: 'action', label: 'Was', width: '23%', cell: ({ action }) => actionLabel(action) },
  { name: 'subject', label: 'Betrifft', width: '25%', cell: (entry) => subjectLabel(entry) || '–' },
]
