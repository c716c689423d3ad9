import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { TextInput } from '../../components/field.tsx'
import styles from './combobox.module.css'

type OptionProps<Option> = {
  keyOf: (option: Option) => string
  render: (option: Option) => ReactNode
  /** The accessible name of the list. */
  listLabel: string
}

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
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  /** True after Enter was pressed before the matches have arrived. */
  const isEnterWaiting = useRef(false)
  const shown = isOpen && options !== undefined ? options : []

  const choose = (option: Option) => {
    setOpen(false)
    isEnterWaiting.current = false
    onChoose(option)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once for each list of matches
  useEffect(() => {
    setActiveIndex(0)
    const first = options?.[0]
    if (options !== undefined && isEnterWaiting.current && first !== undefined) choose(first)
    if (options !== undefined) isEnterWaiting.current = false
  }, [options])

  /** Activates the next (1) or previous (-1) match; a closed list opens at its first or last match. */
  const moveActive = (by: 1 | -1) => {
    if (!isOpen) {
      setActiveIndex(by > 0 ? 0 : Math.max(0, (options?.length ?? 0) - 1))
      return setOpen(true)
    }
    const count = Math.max(1, shown.length)
    setActiveIndex((activeIndex + by + count) % count)
  }
  /** Chooses the active match, or waits for the first one. Returns false if Enter is meant for the form. */
  const pressEnter = (): boolean => {
    const active = shown[activeIndex]
    if (active !== undefined) {
      choose(active)
      return true
    }
    if (!isOpen || value.trim() === '') return false
    isEnterWaiting.current = options === undefined
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    switch (key) {
      case 'ArrowDown':
        moveActive(1)
        break
      case 'ArrowUp':
        moveActive(-1)
        break
      case 'Enter':
        if (!pressEnter()) return
        break
      case 'Escape':
        if (shown.length === 0) return
        setOpen(false)
        event.stopPropagation()
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <div className={styles.box}>
      <TextInput
        {...inputProps}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
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

type OptionListProps<Option> = OptionProps<Option> & {
  comboboxId: string
  options: readonly Option[]
  activeIndex: number
  onChoose: (option: Option) => void
}

/** The list of matches, hidden while there are none. The active match is scrolled into view. */
function OptionList<Option>({
  comboboxId,
  options,
  activeIndex,
  keyOf,
  render,
  listLabel,
  onChoose,
}: OptionListProps<Option>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])
  return (
    <div
      ref={list}
      id={`${comboboxId}-list`}
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

function optionId(comboboxId: string, index: number): string {
  return `${comboboxId}-${index}`
}
