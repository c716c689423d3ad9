import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Section } from '../components/page.tsx'
import { useAdmins } from './use-account.ts'

/** Everybody who may sign in. New accounts are added on the server. */
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
          <div className="padded">
            <Skeleton height={48} />
          </div>
        }
      >
        {(admins) => (
          <ul className="rows">
            {admins.map(({ id, name, email, second_factor }) => (
              <li key={id} className="row between">
                <div>
                  <p className="medium">{name || email}</p>
                  {name && <p className="muted small">{email}</p>}
                </div>
                <Badge
                  size="small"
                  tone={second_factor ? 'good' : 'neutral'}
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
