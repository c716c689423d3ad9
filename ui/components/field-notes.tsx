import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './field.module.css'
import { hasKeptFocus } from './focus.ts'
import { keepPhrasesTogether } from './line-breaks.tsx'

/** The texts below a field's control. */
export type Notes = {
  help?: ReactNode
  /** A sentence that says what is wrong and what to do. */
  error?: string | undefined
  /** A sentence that says that the value is right. It is shown only while there is no error. */
  good?: string | undefined
}

/** Shows the notes below a control: the error, or else that the value is right, and the help. */
export function FieldNotes({ id, alerts, help, error, good }: Notes & { id: string; alerts?: boolean }) {
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
  /** The id of the control that has the error. If it has kept the focus, screen readers are alerted. */
  controlId?: string
  /** Whether screen readers are alerted wherever the focus is. */
  alerts?: boolean | undefined
  children: ReactNode
}

/**
 * Shows an error message, also for a control that is not inside a Field. Screen readers read it when the
 * focus reaches the control, or at once as an alert.
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

/**
 * Returns the ids of the notes that are shown, the most important first: screen readers read them in order.
 */
export function noteIds(id: string, { help, error, good }: Notes): string[] {
  const ids: string[] = []
  if (error) ids.push(`${id}-error`)
  else if (good) ids.push(`${id}-good`)
  if (help) ids.push(`${id}-help`)
  return ids
}
