import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { useFieldWiring } from './field.tsx'

/** Several lines of text inside a Field; grows with what is typed. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const { attributes } = useFieldWiring()
  return <textarea {...attributes} {...props} className={`${styles.input} ${styles.area}`} />
}
