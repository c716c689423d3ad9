import { useState } from 'react'
import { DataTable } from '../components/data-table.tsx'
import { useAddress } from '../components/use-address.ts'
import { EmailPreview } from './email-preview.tsx'
import type { LogConfig, RowActions } from './log-config.ts'
import { LogView } from './log-view.tsx'
import { MessageDetails } from './message-details.tsx'
import { type Entries, type LogName, useLog, useRetry } from './use-logs.ts'

/** The messages of one channel, with their details and previews. After loading the first row is selected. */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const retry = useRetry(config.log)
  const [filter, narrow] = useAddress('q', 'status')
  const status = config.statuses.find((known) => known === filter.status)
  const log = useLog(config.log, { status, search: filter.q }, retry.submittedAt)
  const all = useLog(config.log, {}, retry.submittedAt)
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<Entries[Name]>()
  const [previewed, setPreviewed] = useState<Entries[Name]>()
  // As it is now, also when it has left the list because its status has changed.
  const latest = (entry: Entries[Name] | undefined) =>
    entry && ([...(log.rows ?? []), ...(all.rows ?? [])].find(({ id }) => id === entry.id) ?? entry)
  const actions: RowActions<Entries[Name]> = {
    open: (entry) => {
      retry.reset()
      setSelected(entry.id)
      setOpened(entry)
    },
    preview: (entry) => {
      setSelected(entry.id)
      setPreviewed(entry)
    },
  }
  return (
    <>
      <LogView config={config} log={log} filter={filter} narrow={narrow}>
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
        entry={latest(opened)}
        retry={retry}
        onPreview={actions.preview}
        onClose={() => setOpened(undefined)}
      />
      {config.hasPreview && <EmailPreview email={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
