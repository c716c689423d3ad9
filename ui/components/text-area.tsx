import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { useFieldState } from './field.tsx'

/** Several lines of text inside a Field; grows with what is typed. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const { attributes } = useFieldState()
  return <textarea {...attributes} {...props} className={`${styles.input} ${styles.area}`} />
}
