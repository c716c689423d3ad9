import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { FieldError } from './field-notes.tsx'
import { keepPhrasesTogether } from './line-breaks.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & {
  /** The label, which is the whole text. */
  children: ReactNode
  /**
   * Explanation below the label. It may contain buttons and links, because it is not part of the accessible
   * name.
   */
  help?: ReactNode
  error?: string | undefined
}

/** Shows a checkbox with its label, help and error. It needs no Field around it. */
export function Checkbox({ children, help, error, ...rest }: CheckboxProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className="media">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.box}
        {...(describedBy && { 'aria-describedby': describedBy })}
        {...(error && { 'aria-invalid': true })}
      />
      <div>
        <label htmlFor={id}>{children}</label>
        {help && (
          <div className={`muted ${styles.help}`} id={`${id}-help`}>
            {keepPhrasesTogether(help)}
          </div>
        )}
        {error && (
          <FieldError id={`${id}-error`} controlId={id}>
            {error}
          </FieldError>
        )}
      </div>
    </div>
  )
}
