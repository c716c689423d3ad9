import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { money, stamp } from '../../../src/shared/format.ts'
import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './settings.module.css'

/** The balance at a provider: as last known, until `refresh` asks the provider itself. */
export function useBalance(provider: SmsProvider) {
  const key = ['admin', 'balance', provider]
  const client = useQueryClient()
  const ask = (query: { fresh?: '1' }, signal?: AbortSignal) =>
    adminRequest(
      admin.sms[':provider'].balance.$get(
        { param: { provider }, query },
        { init: { signal: signal ?? null } },
      ),
    )
  const known = useQuery({ queryKey: key, queryFn: ({ signal }) => ask({}, signal) })
  const refresh = useMutation({
    mutationFn: () => ask({ fresh: '1' }),
    onSuccess: (balance) => client.setQueryData(key, balance),
  })
  return {
    balance: known.data,
    failed: refresh.isError || (known.isError && known.data === undefined),
    /** True once the provider itself was asked. */
    asked: refresh.isSuccess,
    refreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
  }
}

type BalanceCardProps = { name: string; account: ReturnType<typeof useBalance> }

/** Amount and time of a provider's balance, and a button that asks the provider. */
export function BalanceCard({ name, account }: BalanceCardProps) {
  const { balance, failed, asked, refreshing, refresh } = account
  const id = useId()
  return (
    <section className={`card ${styles.balance}`} aria-labelledby={id} aria-busy={refreshing}>
      <h2 id={id}>Guthaben bei {name}</h2>
      <IconButton
        label={`Guthaben bei ${name} abfragen`}
        title="Jetzt abfragen"
        icon={<RefreshCw />}
        aria-disabled={refreshing || undefined}
        onClick={() => refreshing || refresh()}
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
            {refreshing ? 'Wird abgefragt …' : balance?.ts ? `Stand ${stamp(balance.ts)}` : 'Nie abgefragt'}
          </p>
        </>
      )}
      <p className="whole small muted" role="status">
        {failed
          ? 'Guthaben konnte nicht geladen werden.'
          : asked && !isNew(balance?.ts ?? null) && `${name} hat keine neue Auskunft gegeben.`}
      </p>
    </section>
  )
}

/** The server asks a provider at most once a minute. */
function isNew(at: string | null): boolean {
  return at !== null && serverNow() - Date.parse(at) < 2 * MINUTE
}
