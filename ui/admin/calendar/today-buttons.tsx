import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CloseTodayDialog } from './close-today-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'

/** The buttons that concern all appointments of today at once. */
export function TodayButtons() {
  const [opened, setOpened] = useState<'late' | 'close'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button size="small" onClick={() => setOpened('late')}>
        Verspätung ansagen
      </Button>
      <Button size="small" onClick={() => setOpened('close')}>
        Heute absagen
      </Button>
      {opened === 'late' && <LateDialog onClose={close} />}
      {opened === 'close' && <CloseTodayDialog onClose={close} />}
    </>
  )
}
