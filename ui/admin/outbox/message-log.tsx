import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from '../components/data-table.tsx'
import { EmailPreview } from './email-preview.tsx'
import { LogView } from './log-view.tsx'
import { MessageDetails } from './message-details.tsx'
import type { MessageStatus } from './message-status.ts'
import { type Entries, type LogName, useLog, useRetry } from './use-logs.ts'

/** What a row of the table can open. */
type RowActions<Entry> = {
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
  /** What can be searched: in words, and in the entry. */
  searched: string
  textsOf: (entry: Entries[Name]) => readonly (string | null)[]
  columns: (actions: RowActions<Entries[Name]>) => readonly Column<Entries[Name]>[]
  /** The details of an entry: its title, what belongs to the reason of a failure, and the facts. */
  titleOf: (entry: Entries[Name]) => string
  explain: (entry: Entries[Name]) => ReactNode
  facts: (entry: Entries[Name]) => ReactNode
  /** True where the content can be shown in a frame. */
  hasPreview: boolean
}

/** The messages of one channel, with their details and previews. After loading the first row is selected. */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const retry = useRetry(config.log)
  const log = useLog(config.log, retry.submittedAt)
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const [previewed, setPreviewed] = useState<number>()
  const withId = (id: number | undefined) => log.data?.find((entry) => entry.id === id)
  const actions: RowActions<Entries[Name]> = {
    open: ({ id }) => {
      retry.reset()
      setSelected(id)
      setOpened(id)
    },
    preview: ({ id }) => {
      setSelected(id)
      setPreviewed(id)
    },
  }
  return (
    <>
      <LogView config={config} log={log}>
        {(entries, nothing) => (
          <DataTable
            caption={config.caption}
            columns={config.columns(actions)}
            rows={entries}
            keyOf={({ id }) => id}
            chosen={(entries.find(({ id }) => id === selected) ?? entries[0])?.id}
            onChoose={actions.open}
            empty={nothing}
          />
        )}
      </LogView>
      <MessageDetails
        config={config}
        entry={withId(opened)}
        retry={retry}
        onPreview={actions.preview}
        onClose={() => setOpened(undefined)}
      />
      {config.hasPreview && (
        <EmailPreview email={withId(previewed)} onClose={() => setPreviewed(undefined)} />
      )}
    </>
  )
}
