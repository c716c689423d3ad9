import type { ComponentProps } from 'react'
import styles from '../../components/field.module.css'
import { useFieldState } from '../../components/field-state.ts'

type Choice = Readonly<{
  value: string
  text: string
  /** The name for screen readers, where the text is an abbreviation. */
  spoken?: string
}>

type CheckboxRowProps = {
  choices: readonly Choice[]
  /** Returns the props by which the form reads and changes the checkbox of a choice. */
  inputFor: (choice: string) => Omit<ComponentProps<'input'>, 'className' | 'type'>
}

/**
 * Shows checkboxes side by side, which look like the days and times of a booking. Must be inside a
 * `FieldGroup`, which shows the legend and the error.
 */
export function CheckboxRow({ choices, inputFor }: CheckboxRowProps) {
  // A required group needs one tick, but no single checkbox must be ticked.
  const { 'aria-required': _, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.choices}>
      {choices.map(({ value, text, spoken }) => (
        <label key={value} className={`pick small ${styles.choice}`}>
          <input
            {...attributes}
            {...inputFor(value)}
            type="checkbox"
            value={value}
            className="covering"
            aria-label={spoken}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
