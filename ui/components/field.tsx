import { CircleAlert, CircleCheck } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import styles from './field.module.css'

type Wiring = {
  id?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean
  good?: boolean
}

const WiringContext = createContext<Wiring>({})

/** The id, descriptions and validity that a control takes from the Field around it. */
export function useFieldWiring() {
  const { id, describedBy, invalid = false, good = false } = useContext(WiringContext)
  return {
    attributes: {
      ...(id && { id }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': true as const }),
    },
    good: good && !invalid,
  }
}

type Notes = {
  help?: ReactNode
  /** Says what is wrong and what to do. */
  error?: string | undefined
  /** Says that the value is right; shown while there is no error. */
  good?: string | undefined
}

type FieldProps = Notes & {
  label: ReactNode
  /** `small` for the parts of a group (day, month, year). */
  size?: 'normal' | 'small'
  children: ReactNode
}

/** One labelled control. The control inside reads its id, `aria-describedby` and `aria-invalid` from here. */
export function Field({ label, size = 'normal', help, error, good, children }: FieldProps) {
  const id = useId()
  const around = useContext(WiringContext)
  const notes = noteIds(id, { help, error, good })
  const wiring: Wiring = {
    id,
    describedBy: [...notes, around.describedBy].filter(Boolean).join(' ') || undefined,
    invalid: Boolean(error) || around.invalid === true,
    good: Boolean(good),
  }
  return (
    <div className={styles.field} data-size={size}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <WiringContext value={wiring}>{children}</WiringContext>
      <FieldNotes id={id} help={help} error={error} good={good} />
    </div>
  )
}

type FieldGroupProps = Notes & { legend: ReactNode; children: ReactNode }

/** Several controls with one label: Anrede, Geburtsdatum. */
export function FieldGroup({ legend, help, error, good, children }: FieldGroupProps) {
  const id = useId()
  const describedBy = noteIds(id, { help, error, good }).join(' ') || undefined
  return (
    <fieldset className={styles.field} aria-describedby={describedBy}>
      <legend className={styles.label}>{legend}</legend>
      <WiringContext value={{ describedBy, invalid: Boolean(error) }}>{children}</WiringContext>
      <FieldNotes id={id} help={help} error={error} good={good} />
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
          {help}
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
      {children}
    </p>
  )
}
