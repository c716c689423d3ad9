import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import type { SubmitForm } from './use-submit-form.ts'

type FormDialogProps = {
  title: string
  form: Pick<SubmitForm<Record<string, unknown>, unknown, unknown>, 'busy' | 'outcome' | 'submit'>
  button: string
  busyText: string
  cancel?: string
  /** A further button, in place of the cancelling one. Enter presses the other one. */
  another?: { label: string; title: string; onPress: () => void }
  onClose: () => void
  look?: 'sheet' | 'dialog'
  children: ReactNode
  /** The part below the form. */
  after?: ReactNode
}

/** A sheet or dialog that is one form, with the outcome of the last press of its button. */
export function FormDialog({
  title,
  form,
  button,
  busyText,
  cancel = 'Abbrechen',
  another,
  onClose,
  look = 'sheet',
  children,
  after,
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      look={look}
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          {!another && <Button onClick={onClose}>{cancel}</Button>}
          {another && (
            <Button title={another.title} busy={form.busy} onClick={another.onPress}>
              {another.label}
            </Button>
          )}
          <Button type="submit" form={id} kind="primary" busy={form.busy} busyText={busyText}>
            {button}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate autoComplete="off" onSubmit={form.submit}>
        {children}
        <OutcomeBanner outcome={form.outcome} />
      </form>
      {after}
    </Dialog>
  )
}
