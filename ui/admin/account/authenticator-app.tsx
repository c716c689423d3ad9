import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EndFactorDialog } from './end-factor-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import type { Factors } from './use-account.ts'

type AuthenticatorAppProps = {
  factors: Factors
  /** Called when the user wants to set the app up. */
  onSetUp: () => void
}

/** The row of the authenticator app, with the button that sets it up or switches it off. */
export function AuthenticatorApp({ factors, onSetUp }: AuthenticatorAppProps) {
  const [isEnding, setEnding] = useState(false)
  const isOn = factors.includes('app')
  return (
    <FactorRow
      title="Authenticator-App"
      detail="Beim Anmelden wird zum Passwort ein Code verlangt, den eine App auf Ihrem Telefon anzeigt."
    >
      {isOn && <Badge size="small" tone="good" label="eingeschaltet" />}
      {isOn ? (
        <Button size="small" onClick={() => setEnding(true)} aria-label="Authenticator-App ausschalten">
          Ausschalten
        </Button>
      ) : (
        <Button size="small" onClick={onSetUp} aria-label="Authenticator-App einrichten">
          Einrichten
        </Button>
      )}
      {isEnding && (
        <EndFactorDialog
          factorName="Authenticator-App"
          verb="ausschalten"
          factors={factors}
          isLast={factors.length === 1}
          sendEnd={(json) => admin['second-factor'].disable.$post({ json })}
          onClose={() => setEnding(false)}
        />
      )}
    </FactorRow>
  )
}
