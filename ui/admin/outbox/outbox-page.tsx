import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Tabs } from '../components/tabs.tsx'
import { EMAIL_LOG } from './emails.tsx'
import { MessageLog } from './message-log.tsx'
import { ODOO_LOG } from './odoo.tsx'
import { SMS_LOG } from './sms.tsx'
import { LOGS_KEY, type LogName, useLog } from './use-logs.ts'

/** The Outbox Monitor: what was sent, what waits and what failed. */
export function OutboxPage() {
  const [name, choose] = useLogName()
  const emails = useLog('emails')
  const sms = useLog('sms')
  const odoo = useLog('odoo')
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
          // Only a practice that uses Odoo has any.
          ...(odoo.rows?.length || name === 'odoo'
            ? [{ name: 'odoo' as const, label: 'Odoo', count: countOf(odoo) }]
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

/** `100+` while there are older ones. */
function countOf({ rows, hasNextPage }: ReturnType<typeof useLog>): string | undefined {
  return rows && `${rows.length}${hasNextPage ? '+' : ''}`
}

/** The log in the address: `?tab=sms` or `?tab=odoo`; without a tab the e-mails. */
function useLogName(): [LogName, (name: LogName) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab')
  // Search, status and order belong to the other log.
  return [
    tab === 'sms' || tab === 'odoo' ? tab : 'emails',
    (name) => setSearch(name === 'emails' ? {} : { tab: name }),
  ]
}
