import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import type { SubmitForm } from './use-submit-form.ts'

type FormDialogProps = {
  title: string
  form: Pick<SubmitForm<Record<string, unknown>, unknown, unknown>, 'busy' | 'outcome' | 'submit'>
  /** The label of the button that sends the form, which Enter does too. */
  button: string
  busyText: string
  /** The label of the button that closes. */
  cancel?: string
  /** Another button instead of the one that closes. */
  another?: { label: string; title: string; onPress: () => void }
  onClose: () => void
  look?: 'sheet' | 'dialog'
  children: ReactNode
  /** Shown below the form. */
  after?: ReactNode
}

/** A dialog, or a sheet at the side, that contains one form and the outcome of its last submission. */
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
