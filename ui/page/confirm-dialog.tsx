import { type ReactNode, useId } from 'react'
import { ApiError, sentenceOf } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  /** The consequences, and the fields it needs. */
  children: ReactNode
  /** The label of the confirming button, which names the object. Without it there is only the way back. */
  button?: ReactNode
  busyText?: string
  cancel?: string
  busy: boolean
  error: Error | null
  /** The text for an error without a message of the server. */
  failure: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation; open while it is mounted. Errors of its fields are shown at the fields. */
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
  const isAtFields = error instanceof ApiError && Object.keys(error.fields).length > 0
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
