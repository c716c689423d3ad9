import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { ROLE_NAMES } from '../../../src/shared/role.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useSession } from '../../api/session.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { type Person, usePeople } from '../account/use-account.ts'
import { PageHead } from '../components/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'

/** Who may sign in, and with which rights (docs/behaviour.md 12.41). */
export function PeoplePage() {
  const [opened, open] = useState<Person | 'new'>()
  const close = () => open(undefined)
  return (
    <>
      <PageHead title="Personen" lead="Wer sich anmelden darf.">
        <Button kind="primary" onClick={() => open('new')}>
          <UserPlus />
          Person einladen
        </Button>
      </PageHead>
      <div className="card">
        <Loaded
          query={usePeople()}
          failure="Die Personen konnten nicht geladen werden."
          loading="Lade Personen …"
          skeleton={
            <div className="padded">
              <Skeleton height={120} />
            </div>
          }
        >
          {(people) => (
            <ul className="rows">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} onOpen={() => open(person)} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      {opened === 'new' && <InviteDialog onClose={close} />}
      {opened && opened !== 'new' && <PersonDialog person={opened} onClose={close} />}
    </>
  )
}

function PersonRow({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const { name, email, role } = person
  const isOwn = useSession()?.user.email === email
  return (
    <li className="row between">
      <div className="break">
        <p className="medium">
          {name || email}
          {isOwn && ' (Sie)'}
        </p>
        <p className="muted small">
          {ROLE_NAMES[role]}, {email}
        </p>
      </div>
      <div className="row">
        <State person={person} />
        <Button size="small" aria-label={`${name || email} bearbeiten`} onClick={onOpen}>
          Bearbeiten
        </Button>
      </div>
    </li>
  )
}

function State({ person: { second_factor, invited_until } }: { person: Person }) {
  if (invited_until === null)
    return (
      <Badge
        size="small"
        tone={second_factor ? 'good' : 'neutral'}
        label={second_factor ? 'mit zweitem Faktor' : 'ohne zweiten Faktor'}
      />
    )
  return Date.parse(invited_until) > serverNow() ? (
    <Badge size="small" tone="waiting" label={`eingeladen bis ${shortDayTime(invited_until)}`} />
  ) : (
    <Badge size="small" tone="danger" label="Einladung abgelaufen" />
  )
}
