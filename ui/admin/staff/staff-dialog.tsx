import { KeyRound, LogOut, Mail, UserMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ROLE_NAMES } from '../../../src/shared/role.ts'
import { staffChangeSchema } from '../../../src/shared/staff.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { renameUser, useUser } from '../../api/session.ts'
import { ActionList, ActionRow } from '../../components/card.tsx'
import { changeAccounts } from '../account/use-account.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormInput, FormSelect } from '../forms/form-fields.tsx'
import { SAVE_FAILURE, useSubmitForm } from '../forms/use-submit-form.ts'
import { INVITATION_VALIDITY, ROLE_HELP } from './staff-texts.ts'
import type { StaffMember } from './use-staff.ts'

/** An action on an account, which asks for confirmation. */
type StaffAction = {
  icon: ReactNode
  label: string
  /** The consequences, shown before the confirmation. */
  text: string
  send: () => Promise<unknown>
}

type StaffDialogProps = { member: StaffMember; onClose: () => void }

/** The form for a staff member's name and role, with the other actions on the account below it. */
export function StaffDialog({ member, onClose }: StaffDialogProps) {
  const [chosenAction, chooseAction] = useState<StaffAction>()
  const isOwn = useUser()?.email === member.email
  if (chosenAction)
    return (
      <ConfirmAction
        title={`${member.name || member.email}: ${chosenAction.label}?`}
        button={chosenAction.label}
        action={chosenAction.send}
        failure={SAVE_FAILURE}
        onClose={onClose}
      >
        <p>{chosenAction.text}</p>
      </ConfirmAction>
    )
  return (
    <StaffForm member={member} isOwn={isOwn} onClose={onClose}>
      {/* What concerns one's own account stands on the page "Mein Zugang". */}
      {!isOwn && (
        <div className="mt-5">
          <ActionList>
            {actionsFor(member).map((action) => (
              <ActionRow key={action.label} icon={action.icon} onPress={() => chooseAction(action)}>
                {action.label}
              </ActionRow>
            ))}
          </ActionList>
        </div>
      )}
    </StaffForm>
  )
}

type StaffFormProps = StaffDialogProps & { isOwn: boolean; children: ReactNode }

/** The form for name and role, with `children` below it. */
function StaffForm({ member, isOwn, onClose, children }: StaffFormProps) {
  const { name, role } = member
  const form = useSubmitForm({
    schema: staffChangeSchema,
    defaultValues: { name, role },
    send: async (json) => {
      const answer = await changeAccounts(admin.people[':id'].$put({ param: paramOf(member), json }))
      // The page header takes the name of the signed-in user from the session.
      if (isOwn && json.name !== undefined) renameUser(json.name)
      return answer
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      look="dialog"
      title={name || member.email}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      onClose={onClose}
      after={children}
    >
      <FormInput form={form} name="name" label="Name" spellCheck={false} />
      <FormSelect form={form} name="role" label="Rolle" help={ROLE_HELP} choices={ROLE_NAMES} />
    </FormDialog>
  )
}

/**
 * Returns the possible actions on an account. Before the invitation is accepted, there is no password to
 * reset.
 */
function actionsFor(member: StaffMember): StaffAction[] {
  const param = paramOf(member)
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

function paramOf({ id }: StaffMember) {
  return { id: String(id) }
}
