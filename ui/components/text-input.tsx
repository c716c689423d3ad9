import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { useFieldState } from './field.tsx'

/** A line of text inside a Field. `num` in `className` gives tabular figures. */
export function TextInput({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) {
  const { attributes, good } = useFieldState()
  return (
    <div className={styles.control} data-good={good || undefined}>
      <input {...attributes} {...rest} type={type} className={`${styles.input} ${className}`} />
      {good && <Check className={`over ${styles.mark}`} />}
    </div>
  )
}
