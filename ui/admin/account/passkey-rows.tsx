import { type RefObject, useState } from 'react'
import { passkeyFault } from '../../../src/shared/passkeys.ts'
import { admin } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { pastTimeText } from '../components/past-time-text.ts'
import { useListFocus } from '../components/use-list-focus.ts'
import { EndFactorDialog } from './end-factor-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import { SUPPORTS_PASSKEYS } from './passkey.ts'
import { type Factors, type Passkey, usePasskeys } from './use-account.ts'

type PasskeyRowsProps = {
  factors: Factors
  /** The list of the rows, which takes the focus when a passkey is removed. */
  list: RefObject<HTMLElement | null>
  onNew: () => void
}

/**
 * A row for each passkey, and a last row with a button for a new passkey or the reason why none can be
 * created.
 */
export function PasskeyRows({ factors, list, onNew }: PasskeyRowsProps) {
  const [toRemove, setToRemove] = useState<Passkey>()
  const { data } = usePasskeys()
  useListFocus(list, { chosen: toRemove, rows: data?.passkeys })
  // Until the list is loaded, it is assumed to be empty, and passkeys to work on this page.
  const { origins, passkeys } = data ?? { origins: [location.origin], passkeys: [] }
  const browserFault = SUPPORTS_PASSKEYS ? undefined : 'Dieser Browser hat keine Passkeys.'
  const fault = passkeyFault(location.origin, origins) ?? browserFault
  return (
    <>
      {passkeys.map((passkey) => (
        <FactorRow key={passkey.id} title={passkey.name} detail={passkeyText(passkey)}>
          <Button
            size="small"
            aria-label={`Passkey „${passkey.name}“ entfernen`}
            onClick={() => setToRemove(passkey)}
          >
            Entfernen
          </Button>
        </FactorRow>
      ))}
      <FactorRow
        title={passkeys.length === 0 ? 'Passkey' : 'Weiterer Passkey'}
        detail={
          fault ?? 'Sie melden sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort.'
        }
      >
        {!fault && (
          <Button size="small" aria-label="Passkey anlegen" onClick={onNew}>
            Anlegen
          </Button>
        )}
      </FactorRow>
      {toRemove && (
        <EndFactorDialog
          factorName={`Passkey „${toRemove.name}“`}
          verb="entfernen"
          factors={factors}
          isLast={factors.length === 1 && passkeys.length === 1}
          sendEnd={(json) =>
            admin.account.passkeys[':id'].remove.$post({ param: { id: String(toRemove.id) }, json })
          }
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  )
}

/** Returns `Passkey, angelegt heute 13:39, zuletzt verwendet heute 14:02`. */
function passkeyText({ created_at, used_at }: Passkey): string {
  const now = serverNow()
  const usage = used_at === null ? 'noch nie verwendet' : `zuletzt verwendet ${pastTimeText(used_at, now)}`
  return `Passkey, angelegt ${pastTimeText(created_at, now)}, ${usage}`
}
