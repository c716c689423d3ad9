import { type ReactNode, useId } from 'react'
import { ApiError } from '../api/http.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: ReactNode
  /** What follows from it, and the fields that it needs. */
  children: ReactNode
  /** The label of the button that does it; names the object. Without one there is nothing left to do. */
  button?: ReactNode
  /** What a screen reader hears in place of the label. */
  buttonName?: string
  busyText?: string
  /** `loss` for what cannot be undone. */
  tone?: 'loss' | 'main'
  cancel?: string
  busy: boolean
  error: Error | null
  /** The sentence for an error that the server did not explain. */
  failure: string
  onConfirm: () => void
  onClose: () => void
}

/** "Really?" Open as long as it is mounted. An error that concerns its fields is left to them. */
export function ConfirmDialog({
  title,
  children,
  button,
  buttonName,
  busyText,
  tone = 'loss',
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
            <Button
              type="submit"
              form={form}
              kind={tone}
              busy={busy}
              {...(busyText && { busyText })}
              aria-label={buttonName}
            >
              {button}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        className={styles.question}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        {error && !isAtFields && (
          <Banner tone="danger" role="alert">
            {error instanceof ApiError ? error.message : failure}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}
