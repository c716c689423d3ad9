import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EndFactorDialog } from './end-factor-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import type { Factors } from './use-account.ts'

/** The row of the authenticator app, which is set up or switched off there. */
export function AuthenticatorApp({ factors, onSetUp }: { factors: Factors; onSetUp: () => void }) {
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
          object="Authenticator-App"
          verb="ausschalten"
          factors={factors}
          isLast={factors.length === 1}
          end={(json) => admin['second-factor'].disable.$post({ json })}
          onClose={() => setEnding(false)}
        />
      )}
    </FactorRow>
  )
}
