import { RefreshCw } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Tabs } from '../components/tabs.tsx'
import { EmailLog } from './email-log.tsx'
import { SmsLog } from './sms-log.tsx'
import { useChannel } from './use-log-address.ts'
import { useEmailLog, useSmsLog } from './use-logs.ts'

/** Specification section 2, Outbox Monitor: what was sent, what waits and what failed. */
export function OutboxPage() {
  const [channel, choose] = useChannel()
  const emails = useEmailLog()
  const sms = useSmsLog()
  const shown = channel === 'sms' ? sms : emails
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
        chosen={channel}
        onChoose={choose}
      >
        {channel === 'sms' ? <SmsLog /> : <EmailLog />}
      </Tabs>
    </>
  )
}
