import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { ROLE_NAMES } from '../../../src/shared/role.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useUser } from '../../api/session.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { PageHead } from '../components/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { StaffDialog } from './staff-dialog.tsx'
import { type StaffMember, useStaff } from './use-staff.ts'

/** Lists the staff members who may sign in, with their roles (docs/behaviour.md 12.41). */
export function StaffPage() {
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageHead title="Personen" lead="Wer sich anmelden darf.">
        <Button kind="primary" onClick={() => setInviting(true)}>
          <UserPlus />
          Person einladen
        </Button>
      </PageHead>
      <div className="card">
        <ListWithDialog
          query={useStaff()}
          failure="Die Personen konnten nicht geladen werden."
          loading="Lade Personen …"
          skeleton={
            <div className="padded">
              <Skeleton height={120} />
            </div>
          }
          renderRow={(member, openDialog) => <StaffRow member={member} onOpen={openDialog} />}
          renderDialog={(member, close) => <StaffDialog member={member} onClose={close} />}
        />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

/** A staff member with role and e-mail address, and a button that opens the dialog. */
function StaffRow({ member, onOpen }: { member: StaffMember; onOpen: () => void }) {
  const { name, email, role } = member
  const isOwn = useUser()?.email === email
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
        <AccessBadge member={member} />
        <Button size="small" aria-label={`${name || email} bearbeiten`} onClick={onOpen}>
          Bearbeiten
        </Button>
      </div>
    </li>
  )
}

/** Shows whether a staff member has a second factor, or has not accepted the invitation yet. */
function AccessBadge({ member: { second_factor, invited_until } }: { member: StaffMember }) {
  if (invited_until === null) {
    const label = second_factor ? 'mit zweitem Faktor' : 'ohne zweiten Faktor'
    return <Badge size="small" tone={second_factor ? 'good' : 'neutral'} label={label} />
  }
  if (Date.parse(invited_until) > serverNow())
    return <Badge size="small" tone="waiting" label={`eingeladen bis ${shortDayTime(invited_until)}`} />
  return <Badge size="small" tone="danger" label="Einladung abgelaufen" />
}
