import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & {
  /** The whole text is the label. */
  children: ReactNode
  /** Below the label; may contain buttons and links. It is not part of the accessible name. */
  help?: ReactNode
  fault?: string | undefined
}

export function Checkbox({ children, help, fault, ...rest }: CheckboxProps) {
  const id = useId()
  const describedBy = [fault && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={styles.checkbox}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.box}
        {...(describedBy && { 'aria-describedby': describedBy })}
        {...(fault && { 'aria-invalid': true })}
      />
      <div>
        <label className={styles.label} htmlFor={id}>
          {children}
        </label>
        {help && (
          <div className={styles.help} id={`${id}-help`}>
            {help}
          </div>
        )}
        {fault && <FieldError id={`${id}-fault`}>{fault}</FieldError>}
      </div>
    </div>
  )
}
