import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'

/**
 * How a button looks. A screen has at most one `primary` button. The kind `link` looks like a link in running
 * text.
 */
type ButtonLook = {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'
  size?: 'normal' | 'small' | 'large'
  /** Whether the button takes the whole width of its place. */
  wide?: boolean
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** A busy button keeps the focus but ignores presses. */
    busy?: boolean
    /** Replaces the label while the button is busy. The button always has the width of the longer text. */
    busyText?: string
    children: ReactNode
  }

const ignorePress = (event: MouseEvent) => event.preventDefault()

/**
 * Shows a button. `type` is `button` by default, because a plain HTML button would submit the form around it.
 */
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
      onClick={busy ? ignorePress : onClick}
    >
      {/* Both texts lie in one grid cell, and the hidden one still counts for the width (button.module.css). */}
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

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** The accessible name, which screen readers read instead of the icon. */
  label: string
  icon: ReactNode
  kind?: 'secondary' | 'quiet'
}

/** Shows a square button with only an icon. */
export function IconButton({ label, icon, kind = 'quiet', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={styles.button} data-kind={kind} data-square aria-label={label}>
      {icon}
    </button>
  )
}

/** The URL of a link, as `to` or as `href`. */
type LinkTarget = { to: string; href?: never } | { href: string; to?: never }

type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'href'> &
  LinkTarget &
  ButtonLook & { children: ReactNode }

/**
 * Shows a link that looks like a button. `to` is a page of the portal, which is shown without loading the
 * document again; `href` is for mail, phone, files and other sites.
 */
export function LinkButton({
  to,
  href,
  kind = 'secondary',
  size = 'normal',
  wide = false,
  children,
  ...rest
}: LinkButtonProps) {
  const look = {
    className: styles.button,
    'data-kind': kind,
    'data-size': size,
    'data-wide': wide || undefined,
  }
  const label = <span className={styles.label}>{children}</span>
  return to === undefined ? (
    <a {...rest} {...look} href={href}>
      {label}
    </a>
  ) : (
    <Link {...rest} {...look} href={to}>
      {label}
    </Link>
  )
}
