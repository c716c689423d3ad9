import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Section } from '../components/section.tsx'
import styles from './device-list.module.css'
import { useAdmins } from './use-access.ts'

/** Everybody who may sign in. More of them are added where the portal runs. */
export function AdminList() {
  return (
    <Section
      title="Wer sich anmelden darf"
      lead={
        <>
          Weitere Zugänge legt an, wer den Server betreut: <code>ordi admin add</code>
        </>
      }
    >
      <Loaded
        query={useAdmins()}
        failure="Die Zugänge konnten nicht geladen werden."
        loading="Lade Zugänge …"
        skeleton={
          <div className={styles.foot}>
            <Skeleton height={48} />
          </div>
        }
      >
        {(admins) => (
          <ul className={styles.list}>
            {admins.map(({ id, name, email, second_factor }) => (
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
        )}
      </Loaded>
    </Section>
  )
}
