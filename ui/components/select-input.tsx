import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { useFieldState } from './field.tsx'

/** A native select inside a Field; the options are its children. */
export function SelectInput(props: Omit<ComponentProps<'select'>, 'className'>) {
  const { attributes } = useFieldState()
  return (
    <div className={styles.control}>
      <select {...attributes} {...props} className={styles.input} />
      <ChevronDown className={`over ${styles.mark}`} />
    </div>
  )
}
