import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { CopyUrl } from '../components/copy-button.tsx'
import type { BalanceState } from './use-balance.ts'

/** How the URL for delivery reports is entered at each provider. */
const REPORTS_HELP: Readonly<Record<SmsProvider, string>> = {
  clicksend:
    'Damit der Outbox Monitor zeigt, was ankam: Legen Sie bei ClickSend in den SMS-Einstellungen eine Regel für Zustellberichte („Delivery Reports“) mit der Aktion „URL“ an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
  sevenio:
    'Damit der Outbox Monitor sofort zeigt, was ankam: Legen Sie bei seven.io einen Webhook für das Ereignis „SMS-Statusbericht“ (dlr) mit der Methode JSON oder POST an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
}

type DeliveryReportsProps = { provider: SmsProvider; account: BalanceState }

/** The URL to which the provider can push its delivery reports. */
export function DeliveryReports({ provider, account }: DeliveryReportsProps) {
  return (
    <Loaded
      query={account.query}
      failure="Die Adresse für Zustellberichte konnte nicht geladen werden."
      skeleton={<Skeleton height={140} />}
    >
      {({ reportsTo }) => (
        <CopyUrl label="Adresse für Zustellberichte" help={REPORTS_HELP[provider]} url={reportsTo} />
      )}
    </Loaded>
  )
}
