import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { PageHead } from '../components/page.tsx'
import { EMAIL_LOG, ODOO_LOG, SMS_LOG } from './logs.tsx'
import { MessageLog } from './message-log.tsx'
import { LOGS_KEY, type LogName, useLog } from './use-logs.ts'

/** The Outbox Monitor, which lists messages that were sent, are waiting or have failed. */
export function OutboxPage() {
  const [name, choose, open] = useLogName()
  const emails = useLog('emails', { open })
  const sms = useLog('sms', { open })
  const odoo = useLog('odoo', { open })
  const client = useQueryClient()
  const busy = useIsFetching({ queryKey: LOGS_KEY }) > 0
  return (
    <>
      <PageHead title="Outbox Monitor">
        <Button
          busy={busy}
          busyText="Aktualisieren …"
          onClick={() => void client.invalidateQueries({ queryKey: LOGS_KEY })}
        >
          <RefreshCw />
          Neu laden
        </Button>
      </PageHead>
      <Tabs
        label="Kanal"
        tabs={[
          { name: 'emails', label: 'E-Mails', count: countOf(emails) },
          { name: 'sms', label: 'SMS', count: countOf(sms) },
          // Only a practice that uses Odoo has rows in this log.
          ...(odoo.rows?.length || name === 'odoo'
            ? [{ name: 'odoo' as const, label: 'Odoo', count: odoo.rows?.length ? countOf(odoo) : undefined }]
            : []),
        ]}
        chosen={name}
        onChoose={choose}
      >
        {name === 'sms' && <MessageLog key="sms" config={SMS_LOG} />}
        {name === 'odoo' && <MessageLog key="odoo" config={ODOO_LOG} />}
        {name === 'emails' && <MessageLog key="emails" config={EMAIL_LOG} />}
      </Tabs>
    </>
  )
}

/** Returns the number of rows, or `100+` while there are older ones. */
function countOf({ rows, hasNextPage }: ReturnType<typeof useLog>): string | undefined {
  return rows && `${rows.length}${hasNextPage ? '+' : ''}`
}

/**
 * Reads the log from the address: `?tab=sms`, `?tab=odoo`, or the e-mails without a tab; and whether only
 * open failures are shown.
 */
function useLogName(): [LogName, (name: LogName) => void, open: boolean] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab')
  const open = search.get('open') === '1'
  // Search, status and order belong to the log that is left; the work on open failures goes on.
  return [
    tab === 'sms' || tab === 'odoo' ? tab : 'emails',
    (name) => setSearch({ ...(name !== 'emails' && { tab: name }), ...(open && { open: '1' }) }),
    open,
  ]
}

type Tab<Name extends string> = { name: Name; label: string; count?: string | undefined }

type TabsProps<Name extends string> = {
  /** The name of the list of tabs for a screen reader. */
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** A list of tabs. The arrow keys go from tab to tab (ARIA Authoring Practices, tabs). */
function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = tabs.at((at + (STEPS[event.key] ?? 0)) % tabs.length)
    if (!next || next.name === chosen) return
    event.preventDefault()
    onChoose(next.name)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus()
  }

  return (
    <>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={onKeyDown}
          >
            {label}
            {count !== undefined && <span className="muted regular num"> {count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
