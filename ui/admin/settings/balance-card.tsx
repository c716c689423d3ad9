import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { MINUTE } from '../../../src/shared/day.ts'
import { money, stamp } from '../../../src/shared/format.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Card } from '../../components/card.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './balance-card.module.css'
import type { useBalance } from './use-balance.ts'

type BalanceCardProps = { name: string; account: ReturnType<typeof useBalance> }

/** What one provider's account holds (specification section 2, SMS Provider). */
export function BalanceCard({
  name,
  account: { balance, failed, asked, refreshing, refresh },
}: BalanceCardProps) {
  const id = useId()
  return (
    <Card>
      <section className={styles.card} aria-labelledby={id} aria-busy={refreshing}>
        <h2 className={styles.name} id={id}>
          Guthaben bei {name}
        </h2>
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
            <p className={`${styles.amount} num`} data-none={balance?.amount == null || undefined}>
              {balance?.amount == null ? 'Keine Daten' : money(balance.amount, balance.currency)}
            </p>
            <p className={`${styles.at} num`}>
              {refreshing ? 'Wird abgefragt …' : balance?.ts ? `Stand ${stamp(balance.ts)}` : 'Nie abgefragt'}
            </p>
          </>
        )}
        <p className={styles.note} role="status">
          {failed
            ? 'Guthaben konnte nicht geladen werden.'
            : asked && !isNew(balance?.ts ?? null) && `${name} hat keine neue Auskunft gegeben.`}
        </p>
      </section>
    </Card>
  )
}

/** The server asks a provider at most once a minute. */
function isNew(at: string | null): boolean {
  return at !== null && serverNow() - Date.parse(at) < 2 * MINUTE
}
