import { useId } from 'react'
import { INVITATION_HOURS, invitationSchema } from '../../../src/shared/people.ts'
import { ROLE_NAMES, type Role } from '../../../src/shared/role.ts'
import { admin } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { changeAccount } from '../account/use-account.ts'
import { FormInput, FormSelect } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'

/** How long the link is valid. */
export const VALID = `${INVITATION_HOURS}\u00a0Stunden`

export const ROLE_HELP =
  'Die Assistenz sieht Termine, Warteliste, Abwesenheiten und Outbox, aber weder Einstellungen noch Protokoll.'

/** Sends an e-mail with a link by which somebody chooses a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const form = useSubmitForm({
    schema: invitationSchema,
    defaultValues: { name: '', email: '', role: 'assistant' as Role },
    send: (json) => changeAccount(admin.people.$post({ json })),
    onSuccess: onClose,
    failure: 'Die Einladung konnte nicht gesendet werden.',
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Person einladen"
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" form={id} kind="primary" busy={form.busy} busyText="Einladen …">
            Einladen
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate autoComplete="off" onSubmit={form.submit}>
        <FormInput form={form} name="name" label="Name" spellCheck={false} data-autofocus />
        <FormInput
          form={form}
          name="email"
          label="E-Mail"
          help={`Dorthin geht ein Link, mit dem die Person ihr Passwort wählt. Er gilt ${VALID}.`}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormSelect form={form} name="role" label="Rolle" help={ROLE_HELP} choices={ROLE_NAMES} />
        <OutcomeBanner outcome={form.outcome} />
      </form>
    </Dialog>
  )
}
