import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  open: boolean
  /** Called on Escape, on the close button and on a press beside the dialog. */
  onClose: () => void
  title: ReactNode
  /** `sheet` stands at the right over the full height, for the details of a row; `wide` has room for a letter. */
  look?: 'dialog' | 'sheet' | 'wide'
  /** The buttons at the foot; the one that gives way comes first. */
  actions?: ReactNode
  children: ReactNode
}

/** A native modal dialog: the browser moves the focus in, keeps it there and gives it back. */
export function Dialog({ open, onClose, title, look = 'dialog', actions, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before the page is drawn: a dialog that React has already taken out gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    // React does not write the attribute `autofocus`.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it natively
    <dialog
      ref={ref}
      className={styles.dialog}
      data-look={look}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && (
        <div className={styles.body}>
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            <IconButton label="Schließen" icon={<X />} onClick={onClose} />
          </header>
          {/* What scrolls by itself must be reached by keyboard. */}
          <div className={styles.content} tabIndex={look === 'sheet' ? 0 : undefined}>
            {children}
          </div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
