import { type ReactNode, useId } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import type { SubmitForm } from './use-submit-form.ts'
import { confirmLossOfChanges } from './use-unsaved.ts'

type FormDialogProps = {
  title: string
  form: Pick<SubmitForm<Record<string, unknown>, unknown, unknown>, 'busy' | 'dirty' | 'outcome' | 'submit'>
  /** The label of the button that sends the form, which Enter does too. */
  button: string
  busyText: string
  /** The label of the button that closes. */
  cancel?: string
  /** Another button instead of the one that closes. */
  insteadOfCancel?: { label: string; title: string; onPress: () => void }
  onClose: () => void
  /** Whether closing loses something, so that it asks first. By default it does if anything was changed. */
  isUnsaved?: boolean
  /** Asks before something is lost, and returns the answer. */
  confirmLoss?: () => boolean
  look?: 'sheet' | 'dialog'
  children: ReactNode
  /** Shown below the form. */
  below?: ReactNode
}

/** A dialog, or a sheet at the side, that contains one form and the outcome of its last submission. */
export function FormDialog({
  title,
  form,
  button,
  busyText,
  cancel = 'Abbrechen',
  insteadOfCancel,
  onClose,
  isUnsaved = form.dirty,
  confirmLoss = () => confirmLossOfChanges('Trotzdem schließen?'),
  look = 'sheet',
  children,
  below,
}: FormDialogProps) {
  const id = useId()
  const close = () => {
    if (!isUnsaved || confirmLoss()) onClose()
  }
  return (
    <Dialog
      look={look}
      open
      onClose={close}
      title={title}
      actions={
        <>
          {insteadOfCancel ? (
            <Button title={insteadOfCancel.title} busy={form.busy} onClick={insteadOfCancel.onPress}>
              {insteadOfCancel.label}
            </Button>
          ) : (
            <Button onClick={close}>{cancel}</Button>
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
      {below}
    </Dialog>
  )
}
