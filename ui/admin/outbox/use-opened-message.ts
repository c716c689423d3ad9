import { useState } from 'react'
import { useSearchState } from '../components/use-search-state.ts'
import type { RowDialogs } from './log-config.ts'
import { type LogName, type LogRows, useLog } from './use-logs.ts'
import type { MessageCalls } from './use-message-calls.ts'

type OpenedMessageOptions<Name extends LogName> = {
  log: Name
  /** The rows that the table shows; undefined while they load. */
  filteredRows: readonly LogRows[Name][] | undefined
  calls: Pick<MessageCalls, 'retriedAt' | 'forgetOutcome'>
}

/**
 * Keeps the message of a log whose details are open (`?entry=` has its id), and the one that is previewed.
 */
export function useOpenedMessage<Name extends LogName>({
  log,
  filteredRows = [],
  calls: { retriedAt, forgetOutcome },
}: OpenedMessageOptions<Name>) {
  const [{ entry: openedId }, changeParams] = useSearchState('entry')
  /** The row that stays highlighted after its details or preview are closed. */
  const [markedId, setMarkedId] = useState<number>()
  /** The message whose details were opened last, as it was then. */
  const [lastOpened, setLastOpened] = useState<LogRows[Name]>()
  const [previewed, setPreviewed] = useState<LogRows[Name]>()
  // The details show the message as it is now, even if its new status has removed it from the filtered list.
  const { rows: allRows = [] } = useLog(log, {}, { retriedAt, enabled: openedId !== '' })
  const opened =
    [...filteredRows, ...allRows].find(({ id }) => String(id) === openedId) ??
    // A message that is too old for the first page of the log, which is all that is loaded of it.
    (String(lastOpened?.id) === openedId ? lastOpened : undefined)
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
    opened,
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
