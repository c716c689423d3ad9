import { useState } from 'react'
import { useSearchState } from '../components/use-search-state.ts'
import type { RowDialogs } from './log-config.ts'
import { type LogName, type LogRows, useLog } from './use-logs.ts'
import type { MessageCalls } from './use-message-calls.ts'

/**
 * Keeps the message of a log whose details are open (`?entry=`), and the one that is previewed.
 * @param filteredRows the rows that the table shows; undefined while they load
 */
export function useOpenedMessage<Name extends LogName>(
  log: Name,
  filteredRows: readonly LogRows[Name][] | undefined,
  { retriedAt, forgetOutcome }: Pick<MessageCalls, 'retriedAt' | 'forgetOutcome'>,
) {
  const [{ entry }, changeParams] = useSearchState('entry')
  /** The row that stays highlighted after its details or preview are closed. */
  const [markedId, setMarkedId] = useState<number>()
  /** The message whose details were opened last, as it was then. */
  const [lastOpened, setLastOpened] = useState<LogRows[Name]>()
  const [previewed, setPreviewed] = useState<LogRows[Name]>()
  // The details show the message as it is now, even if its new status has removed it from the filtered list.
  const unfilteredLog = useLog(log, {}, { retriedAt, enabled: entry !== '' })
  const loadedRows = [...(filteredRows ?? []), ...(unfilteredLog.rows ?? [])]
  const knownRows = lastOpened ? [...loadedRows, lastOpened] : loadedRows
  const dialogs: RowDialogs<LogRows[Name]> = {
    openDetails: (row) => {
      // The details must not show the outcome of another message.
      forgetOutcome()
      setMarkedId(row.id)
      setLastOpened(row)
      changeParams({ entry: String(row.id) }, { push: true })
    },
    openPreview: (row) => {
      setMarkedId(row.id)
      setPreviewed(row)
    },
  }
  return {
    opened: knownRows.find(({ id }) => String(id) === entry),
    previewed,
    markedId,
    dialogs,
    closeDetails: () => {
      forgetOutcome()
      changeParams({ entry: '' })
    },
    closePreview: () => setPreviewed(undefined),
  }
}
