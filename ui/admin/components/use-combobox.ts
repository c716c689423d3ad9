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

  /** Activates the next (1) or previous (-1) match; a closed list opens at its first or last match. */
  const moveActive = (by: 1 | -1) => {
    if (!isOpen) {
      const lastIndex = Math.max(0, (options?.length ?? 0) - 1)
      setActiveIndex(by > 0 ? 0 : lastIndex)
      return setOpen(true)
    }
    const count = Math.max(1, shown.length)
    setActiveIndex((activeIndex + by + count) % count)
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
  /** Does what the key stands for. Returns false if the key keeps its usual effect. */
  const tryKey = (key: string): boolean => {
    switch (key) {
      case 'ArrowDown':
        moveActive(1)
        return true
      case 'ArrowUp':
        moveActive(-1)
        return true
      case 'Enter':
        return tryEnter()
      case 'Escape':
        if (shown.length === 0) return false
        setOpen(false)
        return true
      default:
        return false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || !tryKey(key)) return
    event.preventDefault()
    // Otherwise the key would also close the dialog around the combobox.
    if (key === 'Escape') event.stopPropagation()
  }
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
