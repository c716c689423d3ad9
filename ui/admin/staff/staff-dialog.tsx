import { type ReactNode, useState } from 'react'
import { ROLE_NAMES } from '../../../src/shared/role.ts'
import { staffChangeSchema } from '../../../src/shared/staff.ts'
import { admin } from '../../api/admin.ts'
import { renameUser, useUser } from '../../api/session.ts'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { thenReloadAccounts } from '../account/use-account.ts'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormInput, FormSelect } from '../forms/form-fields.tsx'
import { SAVE_FAILURE } from '../forms/form-outcome.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { type StaffAction, staffActionsFor } from './staff-actions.tsx'
import { ROLE_HELP } from './staff-texts.ts'
import type { StaffMember } from './use-staff.ts'

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
            {staffActionsFor(member).map((action) => (
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
      const param = { id: String(member.id) }
      const answer = await thenReloadAccounts(admin.people[':id'].$put({ param, json }))
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
      below={children}
    >
      <FormInput form={form} name="name" label="Name" spellCheck={false} />
      <FormSelect form={form} name="role" label="Rolle" help={ROLE_HELP} choices={ROLE_NAMES} />
    </FormDialog>
  )
}
