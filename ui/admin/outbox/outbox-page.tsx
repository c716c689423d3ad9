import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page.tsx'
import { Tabs } from '../components/tabs.tsx'
import { EMAIL_LOG } from './email-log.tsx'
import { MessageLog } from './message-log.tsx'
import { ODOO_LOG } from './odoo-log.tsx'
import { SMS_LOG } from './sms-log.tsx'
import { LOGS_KEY, type LogName, useLog } from './use-logs.ts'

/** The Outbox Monitor, which lists messages that were sent, are waiting or have failed. */
export function OutboxPage() {
  const { name, choose, onlyOpen } = useChosenLog()
  const emails = useLog('emails', { onlyOpen })
  const sms = useLog('sms', { onlyOpen })
  const odoo = useLog('odoo', { onlyOpen })
  const client = useQueryClient()
  const busy = useIsFetching({ queryKey: LOGS_KEY }) > 0
  // Only a practice with Odoo has rows in this log.
  const hasOdooRows = odoo.rows !== undefined && odoo.rows.length > 0
  const odooTab = {
    name: 'odoo',
    label: 'Odoo',
    countText: hasOdooRows ? countText(odoo) : undefined,
  } as const
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
          { name: 'emails', label: 'E-Mails', countText: countText(emails) },
          { name: 'sms', label: 'SMS', countText: countText(sms) },
          ...(hasOdooRows || name === 'odoo' ? [odooTab] : []),
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

/**
 * Returns the number of loaded rows, or `100+` while there are older ones; undefined before they are loaded.
 */
function countText({ rows, hasNextPage }: ReturnType<typeof useLog>): string | undefined {
  return rows && `${rows.length}${hasNextPage ? '+' : ''}`
}

/**
 * Reads the log from the URL: `?tab=sms`, `?tab=odoo`, or the e-mails without a tab; and whether only
 * open failures are shown.
 */
function useChosenLog(): { name: LogName; choose: (name: LogName) => void; onlyOpen: boolean } {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab')
  const onlyOpen = search.get('open') === '1'
  // Another log starts without search, status and order, but keeps showing open failures only.
  return {
    name: tab === 'sms' || tab === 'odoo' ? tab : 'emails',
    choose: (name) => setSearch({ ...(name !== 'emails' && { tab: name }), ...(onlyOpen && { open: '1' }) }),
    onlyOpen,
  }
}
