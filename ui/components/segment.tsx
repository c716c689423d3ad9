import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { useFieldState } from './field.tsx'

type SegmentOption<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type RadioSegmentProps<Value extends string> = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'className' | 'name'
> & {
  name: string
  options: readonly SegmentOption<Value>[]
  /** The present choice, where the caller holds it; '' for none. */
  chosen?: Value | ''
  onChoose?: (value: Value) => void
}

/**
 * Radio buttons side by side in a FieldGroup. Each radio gets the other props, such as those of a form's
 * `register`.
 */
export function RadioSegment<Value extends string>({
  options,
  chosen,
  onChoose,
  ...rest
}: RadioSegmentProps<Value>) {
  // ARIA knows no `aria-required` for a single radio button.
  const { 'aria-required': required = false, ...attributes } = useFieldState().attributes
  return (
    <div className={styles.segment} data-invalid={attributes['aria-invalid']}>
      {options.map(({ value, label, icon }) => (
        <label key={value} className={styles.option}>
          <input
            {...attributes}
            {...rest}
            {...(onChoose && { checked: value === chosen, onChange: () => onChoose(value) })}
            required={required}
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

/** Buttons that switch between two or three views of the same data. */
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
