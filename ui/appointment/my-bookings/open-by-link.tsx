import { useState } from 'react'
import { hasCode, reasonOf } from '../../api/http.ts'
import { verifyEmail } from '../../api/public.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'

type OpenByLinkProps = {
  token: string
  onOpened: () => void
  /** Called with the server's sentence. */
  onExpired: (sentence: string) => void
}

/**
 * Shows the page of the link in the e-mail. Opening the link changes nothing; only the button opens the list
 * (docs/behaviour.md 9.5).
 */
export function OpenByLink({ token, onOpened, onExpired }: OpenByLinkProps) {
  const [state, setState] = useState<'ready' | 'busy' | Error>('ready')
  const press = () => {
    setState('busy')
    verifyEmail({ token }).then(onOpened, (error: Error) => {
      if (hasCode(error, 'expired')) onExpired(error.message)
      else setState(error)
    })
  }
  return (
    <div className="stack">
      <p>{keepPhrasesTogether('Hier sehen Sie alle Termine, die mit Ihrer E-Mail-Adresse gebucht sind.')}</p>
      <p className="muted">
        {keepPhrasesTogether(
          'Die Liste öffnet sich auf diesem Gerät, in diesem Browser. Möchten Sie sie dort sehen, wo Sie die E-Mail angefordert haben? Dann geben Sie dort den Code aus der E-Mail ein.',
        )}
      </p>
      {state instanceof Error && (
        <Banner tone="danger" role="alert">
          {reasonOf(state) ?? 'Ihre Termine konnten nicht geöffnet werden.'}
        </Banner>
      )}
      <Button kind="primary" size="large" wide busy={state === 'busy'} busyText="Öffnen …" onClick={press}>
        Meine Termine anzeigen
      </Button>
    </div>
  )
}
