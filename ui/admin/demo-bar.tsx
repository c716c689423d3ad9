import { useState } from 'react'
import { admin, adminRequest } from '../api/admin.ts'
import { DemoNotice } from '../page/page-frame.tsx'
import { ConfirmAction } from './components/confirm-action.tsx'
import { useIsDoctor } from './components/page-access.ts'
import { FIRST_STEPS_PATH } from './first-steps/use-first-steps.ts'

/** The bar above every admin page of a demo. Doctors get a button that ends the demo. */
export function DemoBar() {
  const [isAsking, setIsAsking] = useState(false)
  const isDoctor = useIsDoctor()
  return (
    <>
      <DemoNotice>
        {isDoctor && (
          <button type="button" onClick={() => setIsAsking(true)}>
            Demo beenden
          </button>
        )}
      </DemoNotice>
      {isAsking && <EndDemoDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Asks before the demo ends. The server then makes a backup first. */
function EndDemoDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmAction
      title="Demo beenden?"
      button="Demo beenden"
      busyText="Wird beendet …"
      failure="Die Demo konnte nicht beendet werden."
      // The document is loaded anew, because everything that this page has loaded is deleted.
      action={() => adminRequest(admin.demo.end.$post()).then(() => location.assign(FIRST_STEPS_PATH))}
      onClose={onClose}
    >
      <p>
        Die erfundenen Leistungen, Arbeitszeiten und Praxisdaten werden gelöscht, und mit ihnen alle Termine,
        die für diese Leistungen gebucht wurden.
      </p>
      <p>Was Sie selbst eingetragen oder geändert haben, bleibt. Vorher wird eine Sicherung gemacht.</p>
    </ConfirmAction>
  )
}
