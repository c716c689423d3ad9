import { RefreshCw } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Tabs } from '../components/tabs.tsx'
import { EMAIL_LOG } from './emails.tsx'
import { MessageLog } from './message-log.tsx'
import { SMS_LOG } from './sms.tsx'
import { useLogName } from './use-log-address.ts'
import { useLog } from './use-logs.ts'

/** The Outbox Monitor: what was sent, what waits and what failed. */
export function OutboxPage() {
  const [name, choose] = useLogName()
  const emails = useLog('emails')
  const sms = useLog('sms')
  const shown = name === 'sms' ? sms : emails
  return (
    <>
      <PageHead title="Outbox Monitor">
        <Button busy={shown.isFetching} busyText="Aktualisieren …" onClick={() => void shown.refetch()}>
          <RefreshCw />
          Neu laden
        </Button>
      </PageHead>
      <Tabs
        label="Kanal"
        tabs={[
          { name: 'emails', label: 'E-Mails', count: emails.data?.length },
          { name: 'sms', label: 'SMS', count: sms.data?.length },
        ]}
        chosen={name}
        onChoose={choose}
      >
        {name === 'sms' ? (
          <MessageLog key="sms" config={SMS_LOG} />
        ) : (
          <MessageLog key="emails" config={EMAIL_LOG} />
        )}
      </Tabs>
    </>
  )
}
