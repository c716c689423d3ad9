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
  /**
   * A further button that sends the form, in place of the cancelling one; its name tells `submit` that it was
   * pressed.
   */
  another?: { name: string; label: string; title: string }
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
            <Button type="submit" form={id} name={another.name} title={another.title} busy={form.busy}>
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
