import type { ReactNode } from 'react'
import type { Column } from '../components/data-table.tsx'
import type { MessageStatus } from './message-status.ts'
import type { Entries, LogName } from './use-logs.ts'

/** What a row of the table can open. */
export type RowActions<Entry> = {
  open: (entry: Entry) => void
  /** Opens the content of an e-mail. */
  preview: (entry: Entry) => void
}

/** What distinguishes the log of one channel from the other's. */
export type LogConfig<Name extends LogName> = {
  log: Name
  /** The name of the list: "E-Mail Logs". */
  name: string
  caption: string
  /** The sentence for a list without entries. */
  empty: string
  statuses: readonly MessageStatus[]
  /** What can be searched. */
  searched: string
  columns: (actions: RowActions<Entries[Name]>) => readonly Column<Entries[Name]>[]
  /** The details of an entry: its title, what belongs to the reason of a failure, and the facts. */
  titleOf: (entry: Entries[Name]) => string
  explain: (entry: Entries[Name]) => ReactNode
  facts: (entry: Entries[Name]) => ReactNode
  /** True where the content can be shown in a frame. */
  hasPreview: boolean
}
