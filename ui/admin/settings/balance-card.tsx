import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { dateTime } from '../../../src/shared/format.ts'
import { formatAmount } from '../../../src/shared/money.ts'
import { serverNow } from '../../api/server-clock.ts'
import { IconButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './settings.module.css'
import { type BalanceState, refusalText } from './use-balance.ts'

/** Shows amount and time of a provider's balance, and a button that asks the provider. */
export function BalanceCard({ name, balanceState }: { name: string; balanceState: BalanceState }) {
  const { balance, hasFailed, isRefreshing, refresh } = balanceState
  const id = useId()
  // The amount is null if the provider has sent none.
  const { amount = null, currency = '', ts: answeredAt = null } = balance ?? {}
  return (
    <section className={`card ${styles.balance}`} aria-labelledby={id} aria-busy={isRefreshing}>
      <h2 id={id}>Guthaben bei {name}</h2>
      <IconButton
        label={`Guthaben bei ${name} abfragen`}
        title="Jetzt abfragen"
        icon={<RefreshCw />}
        aria-disabled={isRefreshing || undefined}
        onClick={() => {
          if (!isRefreshing) refresh()
        }}
      />
      {balance === undefined && !hasFailed ? (
        <Skeleton height={56} width={180} />
      ) : (
        <>
          <p className={`whole semibold num ${styles.amount}`} data-none={amount === null || undefined}>
            {amount === null ? 'Keine Daten' : formatAmount(amount, currency)}
          </p>
          <p className="whole num small muted">
            {isRefreshing ? 'Wird abgefragt …' : answerTimeText(answeredAt)}
          </p>
        </>
      )}
      <p className="whole small muted" role="status">
        {faultText(name, balanceState)}
      </p>
    </section>
  )
}

/** Says why the card has no balance, or only an old one; '' for one that the provider has just given. */
function faultText(name: string, { balance, hasFailed, isRefreshed }: BalanceState): string {
  if (hasFailed) return 'Guthaben konnte nicht geladen werden.'
  if (balance?.isRefused) return refusalText(name)
  const isSilent = isRefreshed && !isRecent(balance?.ts ?? null)
  return isSilent ? `${name} hat keine neue Auskunft gegeben.` : ''
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
