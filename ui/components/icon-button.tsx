import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** The accessible name. */
  label: string
  icon: ReactNode
  kind?: 'secondary' | 'quiet'
}

/** A square button that shows only an icon. */
export function IconButton({ label, icon, kind = 'quiet', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={styles.button} data-kind={kind} data-square aria-label={label}>
      {icon}
    </button>
  )
}
