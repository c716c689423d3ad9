import { useQuery } from '@tanstack/react-query'
import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CopyAddress } from '../components/copy-button.tsx'

const HELP: Readonly<Record<SmsProvider, string>> = {
  clicksend:
    'Damit der Outbox Monitor zeigt, was ankam: Legen Sie bei ClickSend in den SMS-Einstellungen eine Regel für Zustellberichte („Delivery Reports“) mit der Aktion „URL“ an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
  sevenio:
    'Damit der Outbox Monitor sofort zeigt, was ankam: Legen Sie bei seven.io einen Webhook für das Ereignis „SMS-Statusbericht“ (dlr) mit der Methode JSON oder POST an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
}

/** The address to which the provider can push its delivery reports. */
export function DeliveryReports({ provider }: { provider: SmsProvider }) {
  const webhook = useQuery(
    adminQuery(['admin', 'webhook', provider], (options) =>
      admin.sms[':provider'].webhook.$get({ param: { provider } }, options),
    ),
  )
  return (
    <Loaded
      query={webhook}
      failure="Die Adresse für Zustellberichte konnte nicht geladen werden."
      skeleton={<Skeleton height={140} />}
    >
      {({ url }) => <CopyAddress label="Adresse für Zustellberichte" help={HELP[provider]} url={url} />}
    </Loaded>
  )
}
