import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'
import { FieldNotes, type Notes, noteIds } from './field-notes.tsx'
import { FieldContext, type FieldState, useFieldState } from './field-state.ts'
import { keepPhrasesTogether } from './line-breaks.tsx'

type FieldProps = Notes & {
  label: ReactNode
  /** Announced by screen readers only. The form itself says in words which fields are required. */
  required?: boolean
  /** Whether screen readers announce the error wherever the focus is. */
  alerts?: boolean
  /** The size `small` is for the parts of a group, such as day, month and year. */
  size?: 'normal' | 'small'
  children: ReactNode
}

/**
 * Shows one labelled control with its help and error. The control inside takes its id, `aria-describedby` and
 * `aria-invalid` from here.
 */
export function Field({
  label,
  size = 'normal',
  required = false,
  alerts = false,
  children,
  ...notes
}: FieldProps) {
  const id = useId()
  // A Field in a FieldGroup is described by the notes of the group too, and is invalid with the group.
  const around = useContext(FieldContext)
  const state: FieldState = {
    id,
    describedBy: [...noteIds(id, notes), around.describedBy].filter(Boolean).join(' ') || undefined,
    invalid: Boolean(notes.error) || around.invalid,
    required: required || around.required,
    good: Boolean(notes.good),
  }
  return (
    <div className={styles.field} data-size={size}>
      <label className={styles.label} htmlFor={id}>
        {keepPhrasesTogether(label)}
      </label>
      <FieldContext value={state}>{children}</FieldContext>
      <FieldNotes id={id} alerts={alerts} {...notes} />
    </div>
  )
}

type FieldGroupProps = Notes & {
  legend: ReactNode
  required?: boolean
  /** Whether the controls are radio buttons. ARIA knows `aria-required` only for a group of these. */
  radios?: boolean
  children: ReactNode
}

/** Shows several controls with one label, help and error, such as the parts of "Geburtsdatum". */
export function FieldGroup({
  legend,
  required = false,
  radios = false,
  children,
  ...notes
}: FieldGroupProps) {
  const id = useId()
  const describedBy = noteIds(id, notes).join(' ') || undefined
  return (
    <fieldset
      className={styles.field}
      aria-describedby={describedBy}
      {...(radios && { role: 'radiogroup', 'aria-required': required })}
    >
      <legend className={styles.label}>{legend}</legend>
      <FieldContext value={{ describedBy, invalid: Boolean(notes.error), required }}>{children}</FieldContext>
      <FieldNotes id={id} {...notes} />
    </fieldset>
  )
}

/** Shows a text input of one line for a Field. With the class `num`, all figures are equally wide. */
export function TextInput({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) {
  const { attributes, good } = useFieldState()
  return (
    <div className={styles.control} data-good={good || undefined}>
      <input {...attributes} {...rest} type={type} className={`${styles.input} ${className}`} />
      {good && <Check className={`over ${styles.mark}`} />}
    </div>
  )
}

/** Shows a text input of several lines for a Field. The input grows with its text. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const { attributes } = useFieldState()
  return <textarea {...attributes} {...props} className={`${styles.input} ${styles.area}`} />
}

/** Shows a native select for a Field. Its children are the options. */
export function SelectInput(props: Omit<ComponentProps<'select'>, 'className'>) {
  const { attributes } = useFieldState()
  return (
    <div className={styles.control}>
      <select {...attributes} {...props} className={styles.input} />
      <ChevronDown className={`over ${styles.mark}`} />
    </div>
  )
}
