import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

/** `link` looks like a link in running text. A screen has one `primary` button. */
export type ButtonLook = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'
  size?: 'normal' | 'small' | 'large'
  wide?: boolean
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** Keeps the focus but ignores presses. */
    busy?: boolean
    /** Replaces the label while busy; the button keeps the width of the longer one. */
    busyText?: string
    children: ReactNode
  }

const ignore = (event: MouseEvent) => event.preventDefault()

export function Button({
  kind = 'secondary',
  size = 'normal',
  wide = false,
  busy = false,
  busyText,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
    >
      <span className={styles.label} data-shown={!(busy && busyText)}>
        {children}
      </span>
      {busyText && (
        <span className={styles.label} data-shown={busy}>
          {busyText}
        </span>
      )}
    </button>
  )
}
