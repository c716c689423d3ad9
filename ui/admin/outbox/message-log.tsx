import { useState } from 'react'
import { DataTable } from '../components/data-table.tsx'
import { EmailPreview } from './email-preview.tsx'
import type { LogConfig, RowActions } from './log-config.ts'
import { LogView } from './log-view.tsx'
import { MessageDetails } from './message-details.tsx'
import { type Entries, type LogName, useLog, useRetry } from './use-logs.ts'

/** The messages of one channel, with their details and previews. After loading the first row is selected. */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const retry = useRetry(config.log)
  const log = useLog(config.log, retry.submittedAt)
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<number>()
  const [previewed, setPreviewed] = useState<number>()
  const withId = (id: number | undefined) => log.rows?.find((entry) => entry.id === id)
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
