import { Check, ChevronDown, CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useContext, useId, useState } from 'react'
import styles from './field.module.css'
import { FieldContext, type FieldState, useFieldState } from './field-state.ts'
import { hasKeptFocus } from './focus.ts'
import { keepPhrasesTogether } from './line-breaks.tsx'

/** The texts below a field's control. */
type Notes = {
  help?: ReactNode
  /** A sentence that says what is wrong and what to do. */
  error?: string | undefined
  /** A sentence that says that the value is right. It is shown only while there is no error. */
  good?: string | undefined
}

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
    invalid: Boolean(notes.error) || around.invalid === true,
    required: required || around.required === true,
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

/**
 * Returns the ids of the notes that are shown, the most important first: screen readers read them in order.
 */
function noteIds(id: string, { help, error, good }: Notes): string[] {
  const ids: string[] = []
  if (error) ids.push(`${id}-error`)
  else if (good) ids.push(`${id}-good`)
  if (help) ids.push(`${id}-help`)
  return ids
}

/** Shows the notes below a control: the error, or else that the value is right, and the help. */
function FieldNotes({ id, alerts, help, error, good }: Notes & { id: string; alerts?: boolean }) {
  return (
    <>
      {error && (
        <FieldError id={`${id}-error`} controlId={id} alerts={alerts}>
          {error}
        </FieldError>
      )}
      {/*
        This element is in the page from the start, so that screen readers announce a text that is added later.
        With the role `status`, some would read out that it is there, even while it is empty.
      */}
      <div aria-live="polite">
        {good && !error && (
          <p className={styles.good} id={`${id}-good`}>
            <CircleCheck />
            {good}
          </p>
        )}
      </div>
      {help && (
        <p className={`muted ${styles.help}`} id={`${id}-help`}>
          {keepPhrasesTogether(help)}
        </p>
      )}
    </>
  )
}

type FieldErrorProps = {
  id: string
  controlId?: string
  alerts?: boolean | undefined
  children: ReactNode
}

/**
 * Shows an error message, also for a control that is not inside a Field. Screen readers read it when the
 * focus reaches the control. If the control keeps the focus, they are alerted.
 */
export function FieldError({ id, controlId, alerts = false, children }: FieldErrorProps) {
  const [isAlert] = useState(() => alerts || (controlId !== undefined && hasKeptFocus(controlId)))
  return (
    <p className={styles.error} id={id} role={isAlert ? 'alert' : undefined}>
      <CircleAlert />
      <span>{keepPhrasesTogether(children)}</span>
    </p>
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
