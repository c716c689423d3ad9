import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { hasCode, reasonOf } from '../../api/http.ts'
import { verifyEmail } from '../../api/public.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PageFrame } from '../../page/page-frame.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'

/**
 * Shows the page of the link in the verification e-mail. Opening the link changes nothing; only the button
 * verifies the e-mail address (docs/behaviour.md 9.5).
 */
export function VerifyEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token')?.trim() ?? ''
  return (
    <PageFrame narrow>
      {token ? <VerifyEmail token={token} /> : <BadLink sentence="Ungültiger Link." />}
    </PageFrame>
  )
}

/** Shows the button that verifies the e-mail address, and then the result. */
function VerifyEmail({ token }: { token: string }) {
  const [state, setState] = useState<'ready' | 'busy' | 'verified' | Error>('ready')

  const verify = () => {
    setState('busy')
    verifyEmail({ token }).then(() => setState('verified'), setState)
  }

  if (state === 'verified') return <Verified />
  if (hasCode(state, 'expired')) return <BadLink sentence={state.message} />
  return (
    <>
      <TitledHeading>E-Mail bestätigen</TitledHeading>
      <p className="mb-4">Damit wissen wir, dass unsere Nachrichten bei Ihnen ankommen.</p>
      {state instanceof Error && (
        <div className="mb-4">
          <Banner tone="danger" role="alert">
            {reasonOf(state) ?? 'Bitte versuchen Sie es noch einmal.'}
          </Banner>
        </div>
      )}
      <Button
        kind="primary"
        size="large"
        wide
        busy={state === 'busy'}
        busyText="Bestätigen …"
        onClick={verify}
      >
        E-Mail bestätigen
      </Button>
    </>
  )
}

function Verified() {
  return (
    <>
      <TitledHeading>E-Mail ist bestätigt</TitledHeading>
      <Banner tone="good" title="Ihre E-Mail-Adresse ist bestätigt.">
        Bitte kehren Sie zur Buchungsseite zurück, in den Browser, in dem Sie begonnen haben. Dieses Fenster
        können Sie schließen.
      </Banner>
    </>
  )
}

/** Says why the link does not verify the e-mail address, and leads to a new e-mail. */
function BadLink({ sentence }: { sentence: string }) {
  return (
    <>
      <TitledHeading>E-Mail nicht bestätigt</TitledHeading>
      <Banner tone="danger" role="alert" title={sentence}>
        Bitte fordern Sie auf der Buchungsseite eine neue E-Mail an.
      </Banner>
      <div className="mt-5">
        <LinkButton to="/">Zur Buchungsseite</LinkButton>
      </div>
    </>
  )
}
