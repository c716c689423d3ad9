import { useState } from 'react'
import { reasonOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'

/** Shows whose appointments these are, and the button "Abmelden". */
export function AddressWithLogout({ email, logout }: { email: string; logout: () => Promise<void> }) {
  const [state, setState] = useState<'ready' | 'busy' | Error>('ready')
  const press = () => {
    setState('busy')
    logout().catch(setState)
  }
  return (
    <div className="small">
      <div className="row between">
        <p className="muted break">
          <EmailText>{email}</EmailText>
        </p>
        <Button kind="link" busy={state === 'busy'} onClick={press}>
          Abmelden
        </Button>
      </div>
      {state instanceof Error && (
        <Banner tone="danger" role="alert" title="Abmelden fehlgeschlagen.">
          {reasonOf(state) ?? 'Bitte versuchen Sie es noch einmal.'}
        </Banner>
      )}
    </div>
  )
}
