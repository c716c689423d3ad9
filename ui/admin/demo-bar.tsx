import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, adminRequest } from '../api/admin.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DemoNotice } from '../components/page-frame.tsx'
import { FIRST_STEPS_PATH } from './first-steps/use-first-steps.ts'
import { useIsDoctor } from './role.ts'

/** The mark of the demo above every admin page, and the way out of it. */
export function DemoBar() {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <DemoNotice>
        {useIsDoctor() && (
          <button type="button" onClick={() => ask(true)}>
            Demo beenden
          </button>
        )}
      </DemoNotice>
      {isAsking && <EndDemoDialog onClose={() => ask(false)} />}
    </>
  )
}

function EndDemoDialog({ onClose }: { onClose: () => void }) {
  const end = useMutation({
    mutationFn: () => adminRequest(admin.demo.end.$post()),
    onSuccess: () => location.assign(FIRST_STEPS_PATH),
  })
  return (
    <ConfirmDialog
      title="Demo beenden?"
      button="Demo beenden"
      busyText="Wird beendet …"
      busy={end.isPending}
      error={end.error}
      failure="Die Demo konnte nicht beendet werden."
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>
        Die erfundenen Leistungen, Arbeitszeiten und Praxisdaten werden gelöscht, und mit ihnen alle Termine,
        die für diese Leistungen gebucht wurden.
      </p>
      <p>Was Sie selbst eingetragen oder geändert haben, bleibt. Vorher wird eine Sicherung gemacht.</p>
    </ConfirmDialog>
  )
}
