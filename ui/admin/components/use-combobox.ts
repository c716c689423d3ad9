import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type ComboboxOptions<Option> = {
  /** The typed text. */
  value: string
  /** The matches of the typed text; undefined while they are loading. */
  options: readonly Option[] | undefined
  onChoose: (option: Option) => void
}

/** The state of a combobox: whether its list is open, which match is active, and what the keys do. */
export function useCombobox<Option>({ value, options, onChoose }: ComboboxOptions<Option>) {
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  /** True after Enter was pressed before the matches have arrived. */
  const isEnterWaitingRef = useRef(false)
  const shown = isOpen && options !== undefined ? options : []

  const choose = (option: Option) => {
    setOpen(false)
    onChoose(option)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once for each list of matches
  useEffect(() => {
    setActiveIndex(0)
    if (options === undefined) return
    const [first] = options
    if (isEnterWaitingRef.current && first !== undefined) choose(first)
    isEnterWaitingRef.current = false
  }, [options])

  /**
   * Activates the next (1) or previous (-1) match; a closed list opens at its first or last match.
   * @returns true, because an arrow key has no other effect
   */
  const moveActive = (by: 1 | -1): true => {
    const count = Math.max(1, options?.length ?? 0)
    const indexOfClosed = by === 1 ? 0 : count - 1
    setActiveIndex(isOpen ? (activeIndex + by + count) % count : indexOfClosed)
    setOpen(true)
    return true
  }
  /** Chooses the active match, or waits for the first one. Returns false if Enter is meant for the form. */
  const tryEnter = (): boolean => {
    const active = shown[activeIndex]
    if (active !== undefined) {
      choose(active)
      return true
    }
    if (!isOpen || value.trim() === '') return false
    isEnterWaitingRef.current = options === undefined
    return true
  }
  /** Closes the list. Returns false if Escape is meant for the dialog around it. */
  const tryEscape = (): boolean => {
    if (shown.length === 0) return false
    setOpen(false)
    return true
  }
  const onKeyDown = keyHandler({
    ArrowDown: () => moveActive(1),
    ArrowUp: () => moveActive(-1),
    Enter: tryEnter,
    Escape: tryEscape,
  })
  return {
    isOpen,
    setOpen,
    /** The matches in the list; none while it is closed. */
    shown,
    activeIndex,
    choose,
    onKeyDown,
  }
}

/**
 * Returns a listener that does what each key stands for. A function that returns false leaves the key its
 * usual effect.
 */
function keyHandler(effects: Readonly<Record<string, () => boolean>>) {
  return (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || !effects[key]?.()) return
    event.preventDefault()
    // Otherwise the key would also close the dialog around the combobox.
    if (key === 'Escape') event.stopPropagation()
  }
}
