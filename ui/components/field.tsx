import { Check, ChevronDown, CircleAlert, CircleCheck } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'
import { withoutLineBreaks } from './line-breaks.tsx'

/** What a control takes from the Field around it. */
type FieldState = {
  id?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean
  required?: boolean
  good?: boolean
}

const FieldContext = createContext<FieldState>({})

/** The id, descriptions and validity that a control takes from the Field around it. */
export function useFieldState() {
  const { id, describedBy, invalid = false, required = false, good = false } = useContext(FieldContext)
  return {
    attributes: {
      ...(id && { id }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': true as const }),
      // Not `required`: screen readers would call an empty field wrong before anything was typed.
      ...(required && { 'aria-required': true as const }),
    },
    good: good && !invalid,
  }
}

/** What a field says below its control. */
type Notes = {
  help?: ReactNode
  /** Says what is wrong and what to do. */
  error?: string | undefined
  /** Says that the value is right; shown while there is no error. */
  good?: string | undefined
}

type FieldProps = Notes & {
  label: ReactNode
  /** For screen readers. The form says in words which of its fields are needed. */
  required?: boolean
  /** `small` for the parts of a group (day, month, year). */
  size?: 'normal' | 'small'
  children: ReactNode
}

/** One labelled control. The control inside reads its id, `aria-describedby` and `aria-invalid` from here. */
export function Field({ label, size = 'normal', required = false, children, ...notes }: FieldProps) {
  const id = useId()
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
        {label}
      </label>
      <FieldContext value={state}>{children}</FieldContext>
      <FieldNotes id={id} {...notes} />
    </div>
  )
}

type FieldGroupProps = Notes & { legend: ReactNode; required?: boolean; children: ReactNode }

/** Several controls with one label: Anrede, Geburtsdatum. */
export function FieldGroup({ legend, required = false, children, ...notes }: FieldGroupProps) {
  const id = useId()
  const describedBy = noteIds(id, notes).join(' ') || undefined
  return (
    <fieldset className={styles.field} aria-describedby={describedBy}>
      <legend className={styles.label}>{legend}</legend>
      <FieldContext value={{ describedBy, invalid: Boolean(notes.error), required }}>{children}</FieldContext>
      <FieldNotes id={id} {...notes} />
    </fieldset>
  )
}

function noteIds(id: string, { help, error, good }: Notes): string[] {
  return [...(error ? [`${id}-error`] : good ? [`${id}-good`] : []), ...(help ? [`${id}-help`] : [])]
}

function FieldNotes({ id, help, error, good }: Notes & { id: string }) {
  return (
    <>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* In the page from the start, so that screen readers announce its later text. */}
      <div role="status">
        {good && !error && (
          <p className={styles.good} id={`${id}-good`}>
            <CircleCheck />
            {good}
          </p>
        )}
      </div>
      {help && (
        <p className={`muted ${styles.help}`} id={`${id}-help`}>
          {withoutLineBreaks(help)}
        </p>
      )}
    </>
  )
}

/** The error message of something that is not a Field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlert />
      <span>{withoutLineBreaks(children)}</span>
    </p>
  )
}

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

/** Several lines of text inside a Field; grows with what is typed. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const { attributes } = useFieldState()
  return <textarea {...attributes} {...props} className={`${styles.input} ${styles.area}`} />
}

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

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> & {
  /** The whole text is the label. */
  children: ReactNode
  /** Below the label; may contain buttons and links. It is not part of the accessible name. */
  help?: ReactNode
  error?: string | undefined
}

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
            {withoutLineBreaks(help)}
          </div>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  )
}
