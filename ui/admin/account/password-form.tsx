import { useMemo } from 'react'
import { passwordChangeSchema, SHORTEST_PASSWORD } from '../../../src/shared/password.ts'
import { admin } from '../../api/admin.ts'
import { usePractice } from '../../api/status.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../components/page.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { thenReloadAccounts } from './use-account.ts'

/**
 * The form to change the password. The new one must not resemble the e-mail address or the practice's name.
 */
export function PasswordForm({ email }: { email: string }) {
  const { name: practiceName } = usePractice()
  const schema = useMemo(() => passwordChangeSchema({ email, practice: practiceName }), [email, practiceName])
  const form = useSubmitForm({
    schema,
    defaultValues: { current: '', next: '' },
    send: (json) => thenReloadAccounts(admin.password.$put({ json })),
    success: () => ({ text: 'Passwort geändert. Auf allen anderen Geräten sind Sie nun abgemeldet.' }),
  })
  return (
    <Section title="Passwort ändern">
      <form className="stack gap-5 padded short-form" noValidate onSubmit={form.submit}>
        {/* Tells a password manager which account the password belongs to. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
        <PasswordField
          form={form}
          name="current"
          label="Bisheriges Passwort"
          autoComplete="current-password"
        />
        <PasswordField
          form={form}
          name="next"
          label="Neues Passwort"
          help={`Mindestens ${SHORTEST_PASSWORD} Zeichen; ein kurzer Satz ist leicht zu merken und schwer zu erraten.`}
          autoComplete="new-password"
        />
        <div>
          <Button kind="primary" type="submit" busy={form.busy} busyText="Speichern …">
            Passwort ändern
          </Button>
        </div>
        <OutcomeBanner outcome={form.outcome} />
      </form>
    </Section>
  )
}
