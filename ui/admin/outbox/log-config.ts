import type { ReactNode } from 'react'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import type { Column } from '../components/data-table.tsx'
import type { MessageStatus } from './message-status.ts'
import type { LogName, LogRows } from './use-logs.ts'

/** The differences between the logs of the channels. */
export type LogConfig<Name extends LogName> = {
  log: Name
  channel: Channel
  /** The name of the list: "E-Mail Logs". */
  name: string
  caption: string
  /** The sentence for a list without rows. */
  empty: string
  statuses: readonly MessageStatus[]
  /** The placeholder of the search field, which says what is searched. */
  searched: string
  columns: (actions: RowActions<LogRows[Name]>) => readonly Column<LogRows[Name]>[]
  /** Returns the title of a row's details. */
  titleOf: (row: LogRows[Name]) => string
  /** Returns what is added to the reason of a failure. */
  explain: (row: LogRows[Name]) => ReactNode
  /** Returns the list of all facts. */
  facts: (row: LogRows[Name]) => ReactNode
  /** True where the content can be shown in a frame. */
  hasPreview: boolean
}

/** The dialogs that a row of the table can open. */
export type RowActions<Row> = {
  /** Opens the details. */
  open: (row: Row) => void
  /** Opens the content of an e-mail. */
  preview: (row: Row) => void
}
