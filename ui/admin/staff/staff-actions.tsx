import { KeyRound, LogOut, Mail, UserMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import { admin, adminRequest } from '../../api/admin.ts'
import { INVITATION_VALIDITY } from './staff-texts.ts'
import type { StaffMember } from './use-staff.ts'

/** An action on an account, which asks for confirmation. */
export type StaffAction = {
  icon: ReactNode
  label: string
  /** The consequences, shown before the confirmation. */
  text: string
  send: () => Promise<unknown>
}

/**
 * Returns the possible actions on an account. Before the invitation is accepted, there is no password to
 * reset.
 */
export function staffActionsFor(member: StaffMember): StaffAction[] {
  const param = { id: String(member.id) }
  const { email, name, role } = member
  const renew: StaffAction = {
    icon: <Mail />,
    label: 'Neu einladen',
    text: `An ${email} geht ein neuer Link, der ${INVITATION_VALIDITY} gilt. Der bisherige gilt dann nicht mehr.`,
    send: () => adminRequest(admin.people.$post({ json: { email, name, role } })),
  }
  const reset: StaffAction = {
    icon: <KeyRound />,
    label: 'Passwort zurücksetzen',
    text: `Passwort, zweiter Faktor und Kalender-Abos gelten sofort nicht mehr, und alle Geräte werden abgemeldet. An ${email} geht ein Link, der ${INVITATION_VALIDITY} gilt, für ein neues Passwort.`,
    send: () => adminRequest(admin.people[':id'].reset.$post({ param })),
  }
  const signOut: StaffAction = {
    icon: <LogOut />,
    label: 'Überall abmelden',
    text: 'Auf allen Geräten muss man sich neu anmelden. Was dort noch nicht gespeichert ist, geht verloren.',
    send: () => adminRequest(admin.people[':id'].sessions.$delete({ param })),
  }
  const remove: StaffAction = {
    icon: <UserMinus />,
    label: 'Zugang entfernen',
    text: 'Die Person kann sich sofort nicht mehr anmelden, und ihre Kalender-Abos enden. Was sie eingetragen hat, bleibt.',
    send: () => adminRequest(admin.people[':id'].$delete({ param })),
  }
  return member.invited_until === null ? [reset, signOut, remove] : [renew, remove]
}
