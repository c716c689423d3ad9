import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { useFieldState } from './field-state.ts'

/** One of the options side by side, with its label and perhaps an icon before it. */
type SegmentOption<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type RadioSegmentProps<Value extends string> = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'className' | 'name'
> & {
  name: string
  options: readonly SegmentOption<Value>[]
  /** The present choice, or '' for none. Without `onChoose` the form library holds the choice. */
  chosen?: Value | ''
  onChoose?: (value: Value) => void
}

/**
 * Shows radio buttons side by side in a FieldGroup with `radios`. Each radio button gets the remaining props,
 * such as those that `register` of react-hook-form returns.
 */
export function RadioSegment<Value extends string>({
  options,
  chosen,
  onChoose,
  ...rest
}: RadioSegmentProps<Value>) {
  // The group around the radio buttons says that an answer is required. With HTML's `required` on each,
  // browsers would call the whole form wrong before anything was chosen.
  const { 'aria-required': _required, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.segment} data-invalid={attributes['aria-invalid']}>
      {options.map(({ value, label, icon }) => (
        <label key={value} className={styles.option}>
          <input
            {...attributes}
            {...rest}
            // Without `onChoose` these two props must be missing, because they would replace those of
            // `register`.
            {...(onChoose && { checked: value === chosen, onChange: () => onChoose(value) })}
            type="radio"
            value={value}
            className="covering"
          />
          {icon}
          {label}
        </label>
      ))}
    </div>
  )
}

type ToggleSegmentProps<Value extends string> = {
  /** Names the group for a screen reader. */
  label: string
  options: readonly SegmentOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Shows buttons side by side that switch between two or three views of the same data. */
export function ToggleSegment<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ToggleSegmentProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; this switches a view
    <div className={styles.segment} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
