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

type ComboboxProps<Option> = Pick<ComponentProps<'input'>, 'placeholder' | 'spellCheck' | 'inputMode'> & {
  value: string
  onChange: (text: string) => void
  /** The matches of the value; undefined while they are loaded. */
  options: readonly Option[] | undefined
  keyOf: (option: Option) => string
  render: (option: Option) => ReactNode
  onChoose: (option: Option) => void
  /** The accessible name of the list. */
  listLabel: string
  /** Shown to nobody, but read out when the matches change: `3 gefunden`. */
  found: (count: number) => string
  'data-autofocus'?: boolean
}

/**
 * A line of text for a Field with a list of matches (WAI-ARIA combobox with a list). The first match is the
 * active one, so that Enter chooses it; Tab and Escape leave the text as it is. Enter before the matches have
 * arrived chooses the first one when they do.
 */
export function Combobox<Option>({
  value,
  onChange,
  options,
  keyOf,
  render,
  onChoose,
  listLabel,
  found,
  ...input
}: ComboboxProps<Option>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const isEnterWaiting = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const shown = isOpen && options !== undefined ? options : []
  const idOf = (index: number) => `${id}-${index}`

  const choose = (option: Option) => {
    setOpen(false)
    isEnterWaiting.current = false
    onChoose(option)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once for each list of matches
  useEffect(() => {
    setActive(0)
    const first = options?.[0]
    if (options !== undefined && isEnterWaiting.current && first !== undefined) choose(first)
    if (options !== undefined) isEnterWaiting.current = false
  }, [options])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const step = (by: number) => {
    if (!isOpen) {
      setActive(by > 0 ? 0 : Math.max(0, (options?.length ?? 0) - 1))
      return setOpen(true)
    }
    const count = Math.max(1, shown.length)
    setActive((active + by + count) % count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    const option = shown[active]
    if (key === 'ArrowDown') step(1)
    else if (key === 'ArrowUp') step(-1)
    else if (key === 'Enter' && option !== undefined) choose(option)
    // A form must not be sent by the Enter that is meant for the list.
    else if (key === 'Enter' && isOpen && value.trim() !== '') isEnterWaiting.current = options === undefined
    else if (key === 'Escape' && shown.length > 0) {
      setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.box}>
      <TextInput
        {...input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? idOf(active) : undefined}
        value={value}
        onChange={({ target }) => {
          setOpen(true)
          onChange(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={listLabel}
        className={styles.list}
        hidden={shown.length === 0}
      >
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, by the pattern
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys of the list
          <div
            key={keyOf(option)}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            // Otherwise the text would lose the focus, and the list would be gone before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {render(option)}
          </div>
        ))}
      </div>
      <div role="status" className="visually-hidden">
        {isOpen && options !== undefined && found(options.length)}
      </div>
    </div>
  )
}
