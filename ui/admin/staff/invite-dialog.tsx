import { ROLE_NAMES, type Role } from '../../../src/shared/role.ts'
import { invitationSchema } from '../../../src/shared/staff.ts'
import { admin } from '../../api/admin.ts'
import { thenReloadAccounts } from '../account/use-account.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormInput, FormSelect } from '../forms/form-fields.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { INVITATION_VALIDITY, ROLE_HELP } from './staff-texts.ts'

/** The form that invites a staff member, who gets an e-mail with a link for choosing a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useSubmitForm({
    schema: invitationSchema,
    defaultValues: { name: '', email: '', role: 'assistant' as Role },
    send: (json) => thenReloadAccounts(admin.people.$post({ json })),
    onSuccess: onClose,
    failure: 'Die Einladung konnte nicht gesendet werden.',
  })
  return (
    <FormDialog
      look="dialog"
      title="Person einladen"
      form={form}
      button="Einladen"
      busyText="Einladen …"
      onClose={onClose}
    >
      <FormInput form={form} name="name" label="Name" spellCheck={false} data-autofocus />
      <FormInput
        form={form}
        name="email"
        label="E-Mail"
        help={`Dorthin geht ein Link, mit dem die Person ihr Passwort wählt. Er gilt ${INVITATION_VALIDITY}.`}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormSelect form={form} name="role" label="Rolle" help={ROLE_HELP} choices={ROLE_NAMES} />
    </FormDialog>
  )
}
