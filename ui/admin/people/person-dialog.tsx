import { useMutation } from '@tanstack/react-query'
import { KeyRound, LogOut, Mail, UserMinus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { personChangeSchema } from '../../../src/shared/people.ts'
import { ROLE_NAMES } from '../../../src/shared/role.ts'
import { admin } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { ActionList, ActionRow } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { changeAccount, type Person } from '../account/use-account.ts'
import { FormInput, FormSelect } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { SAVE_FAILURE, useSubmitForm } from '../forms/use-submit-form.ts'
import { useSession } from '../session.ts'
import { ROLE_HELP, VALID } from './invite-dialog.tsx'

type Deed = {
  icon: ReactNode
  label: string
  /** What happens, before it is confirmed. */
  text: string
  send: () => Promise<unknown>
}

type PersonDialogProps = { person: Person; onClose: () => void }

/** Name and role of a person, and what else can be done with the access. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const [deed, ask] = useState<Deed>()
  const isOwn = useSession()?.user.email === person.email
  if (deed) return <DeedDialog deed={deed} person={person} onClose={onClose} />
  return (
    <PersonForm person={person} onClose={onClose}>
      {!isOwn && (
        <div className="mt-5">
          <ActionList>
            {deedsFor(person).map((each) => (
              <ActionRow key={each.label} icon={each.icon} onPress={() => ask(each)}>
                {each.label}
              </ActionRow>
            ))}
          </ActionList>
        </div>
      )}
    </PersonForm>
  )
}

function PersonForm({ person, onClose, children }: PersonDialogProps & { children: ReactNode }) {
  const id = useId()
  const { name, role } = person
  const form = useSubmitForm({
    schema: personChangeSchema,
    defaultValues: { name, role },
    send: (json) => changeAccount(admin.people[':id'].$put({ param: paramOf(person), json })),
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={name || person.email}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" form={id} kind="primary" busy={form.busy} busyText="Speichern …">
            Speichern
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate autoComplete="off" onSubmit={form.submit}>
        <FormInput form={form} name="name" label="Name" spellCheck={false} />
        <FormSelect form={form} name="role" label="Rolle" help={ROLE_HELP} choices={ROLE_NAMES} />
        <OutcomeBanner outcome={form.outcome} />
      </form>
      {children}
    </Dialog>
  )
}

function DeedDialog({ deed: { label, text, send }, person, onClose }: PersonDialogProps & { deed: Deed }) {
  const mutation = useMutation({ mutationFn: send, onSuccess: onClose })
  return (
    <ConfirmDialog
      title={`${person.name || person.email}: ${label}?`}
      button={label}
      busy={mutation.isPending}
      error={mutation.error}
      failure={SAVE_FAILURE}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

function deedsFor(person: Person): Deed[] {
  const param = paramOf(person)
  const { email, name, role } = person
  const renew: Deed = {
    icon: <Mail />,
    label: 'Neu einladen',
    text: `An ${email} geht ein neuer Link, der ${VALID} gilt. Der bisherige gilt dann nicht mehr.`,
    send: () => changeAccount(admin.people.$post({ json: { email, name, role } })),
  }
  const reset: Deed = {
    icon: <KeyRound />,
    label: 'Passwort zurücksetzen',
    text: `Passwort und zweiter Faktor gelten sofort nicht mehr, und alle Geräte werden abgemeldet. An ${email} geht ein Link, der ${VALID} gilt, für ein neues Passwort.`,
    send: () => changeAccount(admin.people[':id'].reset.$post({ param })),
  }
  const signOut: Deed = {
    icon: <LogOut />,
    label: 'Überall abmelden',
    text: 'Auf allen Geräten muss man sich neu anmelden. Was dort noch nicht gespeichert ist, geht verloren.',
    send: () => changeAccount(admin.people[':id'].sessions.$delete({ param })),
  }
  const remove: Deed = {
    icon: <UserMinus />,
    label: 'Zugang entfernen',
    text: 'Die Person kann sich sofort nicht mehr anmelden, und ihre Kalender-Abos enden. Was sie eingetragen hat, bleibt.',
    send: () => changeAccount(admin.people[':id'].$delete({ param })),
  }
  return person.invited_until === null ? [reset, signOut, remove] : [renew, remove]
}

function paramOf({ id }: Person) {
  return { id: String(id) }
}
