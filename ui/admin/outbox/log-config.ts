import type { ReactNode } from 'react'
import type { Channel, MessageStatus } from '../../../src/shared/messages/message-kinds.ts'
import type { Column } from '../components/table-column.ts'
import type { LogName, LogRows } from './use-logs.ts'

/** The differences between the logs of the channels. */
export type LogConfig<Name extends LogName> = {
  log: Name
  channel: Channel
  /** The name of the list: "E-Mail Logs". */
  name: string
  /** The table's name for screen readers. */
  caption: string
  /** The sentence for a list without rows. */
  empty: string
  /** The statuses by which the list can be filtered. */
  statuses: readonly MessageStatus[]
  /** The placeholder of the search field: what can be searched. */
  searchPlaceholder: string
  columns: (dialogs: RowDialogs<LogRows[Name]>) => readonly Column<LogRows[Name]>[]
  /** Returns the title of a row's details. */
  titleOf: (row: LogRows[Name]) => string
  /** Returns what the details add to the reason why a message was not sent. */
  explain: (row: LogRows[Name]) => ReactNode
  /** Returns the list of all facts of a message. */
  facts: (row: LogRows[Name]) => ReactNode
  /** True where the content of a message can be shown in a frame. */
  hasPreview: boolean
}

/** The dialogs that a row of the table can open. */
export type RowDialogs<Row> = {
  openDetails: (row: Row) => void
  /** Opens the content of an e-mail. */
  openPreview: (row: Row) => void
}
