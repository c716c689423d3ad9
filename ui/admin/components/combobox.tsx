import { type ComponentProps, useId } from 'react'
import { TextInput } from '../../components/field.tsx'
import styles from './combobox.module.css'
import { OptionList, type OptionProps, optionId, optionListId } from './option-list.tsx'
import { useCombobox } from './use-combobox.ts'

type ComboboxProps<Option> = OptionProps<Option> &
  Pick<ComponentProps<'input'>, 'placeholder' | 'spellCheck' | 'inputMode'> & {
    /** The typed text. */
    value: string
    onChange: (text: string) => void
    /** The matches of the typed text; undefined while they are loading. */
    options: readonly Option[] | undefined
    onChoose: (option: Option) => void
    /** Returns the text that a screen reader announces when the matches change: `3 gefunden`. */
    countText: (count: number) => string
    'data-autofocus'?: boolean
  }

/**
 * A text input for a Field, with a list of matches below it (WAI-ARIA combobox with a list). The first match
 * is initially active, so that Enter chooses it. Tab and Escape leave the text unchanged. Enter before the
 * matches have arrived chooses the first one when they do.
 */
export function Combobox<Option>({
  value,
  onChange,
  options,
  keyOf,
  render,
  onChoose,
  listLabel,
  countText,
  ...inputProps
}: ComboboxProps<Option>) {
  const id = useId()
  const { isOpen, setOpen, shown, activeIndex, choose, onKeyDown } = useCombobox({ value, options, onChoose })
  return (
    <div className={styles.box}>
      <TextInput
        {...inputProps}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={optionListId(id)}
        aria-activedescendant={shown.length > 0 ? optionId(id, activeIndex) : undefined}
        value={value}
        onChange={({ target }) => {
          setOpen(true)
          onChange(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <OptionList
        comboboxId={id}
        options={shown}
        activeIndex={activeIndex}
        keyOf={keyOf}
        render={render}
        listLabel={listLabel}
        onChoose={choose}
      />
      <div role="status" className="visually-hidden">
        {isOpen && options !== undefined && countText(options.length)}
      </div>
    </div>
  )
}
