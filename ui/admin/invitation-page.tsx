import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { SHORTEST_PASSWORD } from '../../src/shared/password.ts'
import { acceptInvitationSchema } from '../../src/shared/staff.ts'
import { adminRequest, login } from '../api/admin.ts'
import { hasCode } from '../api/http.ts'
import { keyOf } from '../api/query-key.ts'
import { closeSession } from '../api/session.ts'
import { usePractice } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Loaded } from '../page/loaded.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { FormInput } from './forms/form-fields.tsx'
import { OutcomeBanner } from './forms/outcome-banner.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useSubmitForm } from './forms/use-submit-form.ts'

/**
 * The page on which an invited staff member chooses a password. Opening the link changes nothing
 * (docs/behaviour.md 12.42).
 */
export function InvitationPage() {
  const [search] = useSearchParams()
  const token = search.get('token')?.trim() ?? ''
  const query = useQuery({
    queryKey: keyOf('login', login.people.invitation.$path({ query: { token } })),
    queryFn: () => adminRequest(login.people.invitation.$get({ query: { token } })),
    // A second call would not find the invitation that was just accepted, and would count as a wrong token.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <PageFrame narrow>
      {isLinkDead(query.error) ? (
        <DeadLink />
      ) : (
        <Loaded
          query={query}
          failure="Die Einladung konnte nicht geladen werden."
          loading="Lade Einladung …"
          skeleton={<Skeleton height={360} />}
        >
          {({ email, name }) => <InvitationForm token={token} email={email} name={name} />}
        </Loaded>
      )}
    </PageFrame>
  )
}

type InvitationFormProps = {
  token: string
  email: string
  /** The name that the practice has entered. */
  name: string
}

/** The form for name and password, and afterwards the link to the sign-in. */
function InvitationForm({ token, email, name }: InvitationFormProps) {
  const { name: practiceName } = usePractice()
  const schema = useMemo(
    () => acceptInvitationSchema({ email, practice: practiceName }),
    [email, practiceName],
  )
  const form = useSubmitForm({
    schema,
    defaultValues: { token, name, password: '' },
    send: (json) => adminRequest(login.people.accept.$post({ json })),
    // Another staff member may be signed in on the same computer.
    onSuccess: closeSession,
  })
  if (form.answer) return <AccountReady email={email} />
  if (isLinkDead(form.error)) return <DeadLink />
  return (
    <>
      <TitledHeading>Ihr Zugang</TitledHeading>
      <form className="stack gap-5" noValidate onSubmit={form.submit}>
        {/* Tells a password manager which account the password belongs to. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
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
  )
}

/** Says that the password is saved, and leads to the sign-in. */
function AccountReady({ email }: { email: string }) {
  return (
    <>
      <TitledHeading>Ihr Zugang ist bereit</TitledHeading>
      <p className="mb-4">Melden Sie sich mit {email} und Ihrem neuen Passwort an.</p>
      <LinkButton kind="primary" to={`/admin/login?email=${encodeURIComponent(email)}`}>
        Zur Anmeldung
      </LinkButton>
    </>
  )
}

/** Says that the link no longer works, and what to do. */
function DeadLink() {
  return (
    <>
      <TitledHeading>Dieser Link gilt nicht mehr</TitledHeading>
      <Banner tone="danger" role="alert" title="Er ist ungültig, abgelaufen oder wurde schon verwendet.">
        Haben Sie Ihr Passwort schon gewählt, melden Sie sich einfach an. Sonst bitten Sie in der Ordination
        um eine neue Einladung.
      </Banner>
      <div className="mt-5">
        <LinkButton to="/admin/login">Zur Anmeldung</LinkButton>
      </div>
    </>
  )
}

/** Returns whether the token is unknown, expired or used. The server does not tell which. */
function isLinkDead(error: Error | null): boolean {
  return hasCode(error, 'expired')
}
