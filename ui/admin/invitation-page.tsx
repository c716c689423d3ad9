import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { SHORTEST_PASSWORD } from '../../src/shared/password.ts'
import { acceptSchema } from '../../src/shared/people.ts'
import { adminRequest, login } from '../api/admin.ts'
import { ApiError } from '../api/http.ts'
import { usePractice } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { TitledHeading } from '../components/page-heading.tsx'
import { PasswordField } from './components/password-field.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { OutcomeBanner } from './forms/outcome-banner.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'
import { closeSession } from './session.ts'

/** The page of the link in an invitation. Opening it changes nothing; only the button does. */
export function InvitationPage() {
  const [search] = useSearchParams()
  const token = search.get('token')?.trim() ?? ''
  const practice = usePractice().name
  // The server knows the address, too, which the password must not contain.
  const schema = useMemo(() => acceptSchema({ email: '', practice }), [practice])
  const form = useSubmitForm({
    schema,
    defaultValues: { token, name: '', password: '' },
    send: (json) => adminRequest(login.people.accept.$post({ json })),
    // On a computer that several people use, somebody else may be signed in.
    onSuccess: closeSession,
  })
  const isDead = token === '' || (form.error instanceof ApiError && form.error.code === 'expired')
  return (
    <PageFrame narrow>
      {form.answer ? (
        <>
          <TitledHeading>Ihr Zugang ist bereit</TitledHeading>
          <p className="mb-4">Melden Sie sich mit {form.answer.email} und Ihrem neuen Passwort an.</p>
          <LinkButton kind="primary" to={`/admin/login?email=${encodeURIComponent(form.answer.email)}`}>
            Zur Anmeldung
          </LinkButton>
        </>
      ) : isDead ? (
        <>
          <TitledHeading>Dieser Link gilt nicht mehr</TitledHeading>
          <Banner tone="danger" role="alert" title="Er ist ungültig, abgelaufen oder wurde schon verwendet.">
            Haben Sie Ihr Passwort schon gewählt, melden Sie sich einfach an. Sonst bitten Sie in der
            Ordination um eine neue Einladung.
          </Banner>
          <div className="mt-5">
            <LinkButton to="/admin/login">Zur Anmeldung</LinkButton>
          </div>
        </>
      ) : (
        <>
          <TitledHeading>Ihr Zugang</TitledHeading>
          <form className="stack gap-5" noValidate onSubmit={form.submit}>
            <FormInput form={form} name="name" label="Ihr Name" autoComplete="name" spellCheck={false} />
            <PasswordField
              form={form}
              name="password"
              label="Neues Passwort"
              help={`Mindestens ${SHORTEST_PASSWORD} Zeichen; ein kurzer Satz ist leicht zu merken und schwer zu erraten.`}
              autoComplete="new-password"
            />
            <OutcomeBanner outcome={form.outcome} />
            <Button kind="primary" type="submit" wide busy={form.busy} busyText="Speichern …">
              Passwort speichern
            </Button>
          </form>
        </>
      )}
    </PageFrame>
  )
}
