import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CloseTodayDialog } from './close-today-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'

/** The buttons that concern all appointments of today at once. */
export function TodayButtons() {
  const [shownDialog, showDialog] = useState<'late' | 'close-today'>()
  const hideDialog = () => showDialog(undefined)
  return (
    <>
      <Button size="small" onClick={() => showDialog('late')}>
        Verspätung ansagen
      </Button>
      <Button size="small" onClick={() => showDialog('close-today')}>
        Heute absagen
      </Button>
      {shownDialog === 'late' && <LateDialog onClose={hideDialog} />}
      {shownDialog === 'close-today' && <CloseTodayDialog onClose={hideDialog} />}
    </>
  )
}
