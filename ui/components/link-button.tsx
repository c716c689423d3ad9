import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import type { ButtonLook } from './button.tsx'

type Target = { to: string; href?: never } | { href: string; to?: never }

type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'href'> &
  Target &
  ButtonLook & { children: ReactNode }

/** A link that looks like a button: `to` for a page of the portal, `href` for mail, phone, files and other sites. */
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
