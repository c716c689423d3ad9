import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { dateTime, money } from '../../../src/shared/format.ts'
import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { balanceIn } from '../../api/admin-answers.ts'
import { serverNow } from '../../api/server-clock.ts'
import { IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { CopyAddress } from '../components/copy-button.tsx'
import styles from './settings.module.css'

/**
 * Loads the balance at a provider as the server knows it, and the address for its delivery reports. `refresh`
 * lets the server ask the provider.
 */
export function useBalance(provider: SmsProvider) {
  const key = ['admin', 'balance', provider]
  const client = useQueryClient()
  const loadBalance = async (query: { fresh?: '1' }, signal?: AbortSignal) => {
    const answer = await adminRequest(
      admin.sms[':provider'].balance.$get(
        { param: { provider }, query },
        { init: { signal: signal ?? null } },
      ),
    )
    return { ...balanceIn(answer), isRefused: answer.refused, reportsTo: answer.reports_to }
  }
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => loadBalance({}, signal) })
  const refresh = useMutation({
    mutationFn: () => loadBalance({ fresh: '1' }),
    onSuccess: (balance) => client.setQueryData(key, balance),
  })
  return {
    query,
    balance: query.data,
    failed: refresh.isError || (query.isError && query.data === undefined),
    /** True once the provider itself has answered. */
    isRefreshed: refresh.isSuccess,
    refreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
  }
}

/** Shows amount and time of a provider's balance, and a button that asks the provider. */
export function BalanceCard({ name, account }: { name: string; account: ReturnType<typeof useBalance> }) {
  const { balance, failed, isRefreshed, refreshing, refresh } = account
  const id = useId()
  const hasNotAnswered = isRefreshed && !isRecent(balance?.ts ?? null)
  const faultText = balance?.isRefused
    ? `${name} hat die Zugangsdaten abgelehnt.`
    : hasNotAnswered && `${name} hat keine neue Auskunft gegeben.`
  return (
    <section className={`card ${styles.balance}`} aria-labelledby={id} aria-busy={refreshing}>
      <h2 id={id}>Guthaben bei {name}</h2>
      <IconButton
        label={`Guthaben bei ${name} abfragen`}
        title="Jetzt abfragen"
        icon={<RefreshCw />}
        aria-disabled={refreshing || undefined}
        onClick={() => {
          if (!refreshing) refresh()
        }}
      />
      {balance === undefined && !failed ? (
        <Skeleton height={56} width={180} />
      ) : (
        <>
          <p
            className={`whole semibold num ${styles.amount}`}
            data-none={balance?.amount == null || undefined}
          >
            {balance?.amount == null ? 'Keine Daten' : money(balance.amount, balance.currency)}
          </p>
          <p className="whole num small muted">
            {refreshing ? 'Wird abgefragt …' : answerTimeText(balance?.ts ?? null)}
          </p>
        </>
      )}
      <p className="whole small muted" role="status">
        {failed && 'Guthaben konnte nicht geladen werden.'}
        {!failed && faultText}
      </p>
    </section>
  )
}

/** Says how old a balance is. @param at the ISO instant at which the provider has answered last */
function answerTimeText(at: string | null): string {
  return at ? `Stand ${dateTime(at)}` : 'Nie abgefragt'
}

/**
 * Returns whether the provider has answered within the last two minutes. The server caches an answer for at
 * most a minute, so an older one means that the provider did not answer the last call.
 */
function isRecent(at: string | null): boolean {
  return at !== null && serverNow() - Date.parse(at) < 2 * MINUTE
}

/** How the address for delivery reports is entered at each provider. */
const REPORTS_HELP: Readonly<Record<SmsProvider, string>> = {
  clicksend:
    'Damit der Outbox Monitor zeigt, was ankam: Legen Sie bei ClickSend in den SMS-Einstellungen eine Regel für Zustellberichte („Delivery Reports“) mit der Aktion „URL“ an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
  sevenio:
    'Damit der Outbox Monitor sofort zeigt, was ankam: Legen Sie bei seven.io einen Webhook für das Ereignis „SMS-Statusbericht“ (dlr) mit der Methode JSON oder POST an, und tragen Sie dort diese Adresse ein. Geben Sie sie sonst nicht weiter.',
}

type DeliveryReportsProps = { provider: SmsProvider; account: ReturnType<typeof useBalance> }

/** The address to which the provider can push its delivery reports. */
export function DeliveryReports({ provider, account }: DeliveryReportsProps) {
  return (
    <Loaded
      query={account.query}
      failure="Die Adresse für Zustellberichte konnte nicht geladen werden."
      skeleton={<Skeleton height={140} />}
    >
      {({ reportsTo }) => (
        <CopyAddress label="Adresse für Zustellberichte" help={REPORTS_HELP[provider]} url={reportsTo} />
      )}
    </Loaded>
  )
}
