import { type ReactNode, useEffect, useRef } from 'react'
import styles from './combobox.module.css'

/** How the options of a list look. */
export type OptionProps<Option> = {
  keyOf: (option: Option) => string
  render: (option: Option) => ReactNode
  /** The accessible name of the list. */
  listLabel: string
}

type OptionListProps<Option> = OptionProps<Option> & {
  comboboxId: string
  options: readonly Option[]
  activeIndex: number
  onChoose: (option: Option) => void
}

/** The list of matches, hidden while there are none. The active match is scrolled into view. */
export function OptionList<Option>({
  comboboxId,
  options,
  activeIndex,
  keyOf,
  render,
  listLabel,
  onChoose,
}: OptionListProps<Option>) {
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listRef.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div
      ref={listRef}
      id={optionListId(comboboxId)}
      role="listbox"
      aria-label={listLabel}
      className={styles.list}
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, by the pattern
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys of the list
        <div
          key={keyOf(option)}
          id={optionId(comboboxId, index)}
          role="option"
          aria-selected={index === activeIndex}
          className={styles.option}
          // Otherwise the input would lose the focus, and the list would be gone before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {render(option)}
        </div>
      ))}
    </div>
  )
}

/** Returns the element id of the list of a combobox. */
export function optionListId(comboboxId: string): string {
  return `${comboboxId}-list`
}

/** Returns the element id of an option. */
export function optionId(comboboxId: string, index: number): string {
  return `${comboboxId}-${index}`
}
