import { Badge } from '../../components/badge.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../components/load-failure.tsx'
import { Section } from '../components/section.tsx'
import styles from './device-list.module.css'
import { useAdmins } from './use-access.ts'

/** Everybody who may sign in. More of them are added where the portal runs. */
export function AdminList() {
  const { data, error, isFetching, refetch } = useAdmins()
  return (
    <Section
      title="Wer sich anmelden darf"
      lead={
        <>
          Weitere Zugänge legt an, wer den Server betreut: <code>ordi admin add</code>
        </>
      }
    >
      {error && (
        <LoadFailure
          error={error}
          sentence="Die Zugänge konnten nicht geladen werden."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        <ul className={styles.list}>
          {data.map(({ id, name, email, second_factor }) => (
            <li key={id} className={styles.row}>
              <div>
                <p className={styles.name}>{name || email}</p>
                {name && <p className={styles.times}>{email}</p>}
              </div>
              <Badge
                size="small"
                tone={second_factor ? 'good' : 'quiet'}
                label={second_factor ? 'mit zweitem Faktor' : 'ohne zweiten Faktor'}
              />
            </li>
          ))}
        </ul>
      ) : (
        !error && (
          <div className={styles.foot} role="status">
            <span className="visually-hidden">Lade Zugänge …</span>
            <Skeleton height={48} />
          </div>
        )
      )}
    </Section>
  )
}
