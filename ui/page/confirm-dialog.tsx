import { type ReactNode, useId } from 'react'
import { failureSentence } from '../api/failure-sentence.ts'
import { fieldErrorsOf } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  /** The consequences of the answer, followed by the fields of the form if there are any. */
  children: ReactNode
  /**
   * The label of the confirming button, such as "Termin ablehnen". Without a label, the dialog can only be
   * cancelled.
   */
  button?: ReactNode
  /** Replaces the label of the confirming button while the change is being made. */
  busyText?: string
  /** The label of the cancelling button. */
  cancel?: string
  busy: boolean
  error: Error | null
  /** The sentence for an error without a sentence from the server. */
  failure: string
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before something dangerous is done. The dialog is open as long as the component is rendered. It shows
 * the error of the change, except errors of fields, which the caller shows at its fields.
 */
export function ConfirmDialog({
  title,
  children,
  button,
  busyText,
  cancel = 'Abbrechen',
  busy,
  error,
  failure,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const formId = useId()
  const isAtFields = Object.keys(fieldErrorsOf(error)).length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          {button && (
            <Button type="submit" form={formId} kind="danger" busy={busy} {...(busyText && { busyText })}>
              {button}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        {error && !isAtFields && (
          <Banner tone="danger" role="alert">
            {failureSentence(error, failure)}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}
