import { type ReactNode, useId } from 'react'
import { fieldsOf, sentenceOf } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  /** The consequences, followed by the form's fields if there are any. */
  children: ReactNode
  /**
   * The label of the confirming button, which names the object. Without it the dialog offers only to cancel.
   */
  button?: ReactNode
  busyText?: string
  cancel?: string
  busy: boolean
  error: Error | null
  /** The sentence for an error that came without one from the server. */
  failure: string
  onConfirm: () => void
  onClose: () => void
}

/**
 * A question with a dangerous answer. The dialog is open while it is mounted; a caller shows errors of its
 * own fields.
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
  const form = useId()
  const isAtFields = Object.keys(fieldsOf(error)).length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          {button && (
            <Button type="submit" form={form} kind="danger" busy={busy} {...(busyText && { busyText })}>
              {button}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
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
            {sentenceOf(error, failure)}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}
