import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

type DialogProps = {
  open: boolean
  /**
   * Called on Escape, by the close button and on a click outside the dialog. Without it the user cannot close
   * the dialog.
   */
  onClose?: () => void
  title: ReactNode
  /**
   * A `sheet` fills the right edge of the window and shows the details of a row; `wide` has room for an
   * e-mail; a `cover` hides the page behind the dialog.
   */
  look?: 'dialog' | 'sheet' | 'wide' | 'cover'
  /** The buttons at the bottom; the cancelling one comes first. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Shows a native modal dialog while `open` is true. The browser moves the focus into the dialog, keeps it
 * there and returns it.
 */
export function Dialog({ open, onClose, title, look = 'dialog', actions, children }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // This is a layout effect, because a dialog that React has already removed does not return the focus.
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!open || !dialog) return
    dialog.showModal()
    // React does not write the attribute `autofocus`, so the dialog's own way to set the focus does not work.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog.close()
  }, [open])

  return (
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      data-look={look}
      aria-labelledby={titleId}
      // On a second Escape in a row browsers close a dialog, even if `onCancel` prevents that.
      onKeyDown={(event) => !onClose && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => {
        // The caller closes the dialog by `open`.
        event.preventDefault()
        onClose?.()
      }}
      // A click on the backdrop has the dialog itself as its target, because the body covers the dialog.
      onClick={(event) => event.target === event.currentTarget && onClose?.()}
    >
      {open && (
        <div className={styles.body}>
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            {onClose && <IconButton label="Schließen" icon={<X />} onClick={onClose} />}
          </header>
          {/* A scrolling area must be reachable by keyboard. */}
          <div className={styles.content} tabIndex={look === 'sheet' ? 0 : undefined}>
            {children}
          </div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
