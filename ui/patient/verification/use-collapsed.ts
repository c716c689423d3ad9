import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns whether the box of the verification shows its result only, which is lower than its panels. The
 * focus goes on to what the form wants next, and the field in which the patient goes on keeps its place in
 * the window.
 */
export function useCollapsed(box: RefObject<HTMLFieldSetElement | null>, verified: boolean): boolean {
  const [isCollapsed, setCollapsed] = useState(false)
  const placeBefore = useRef<{ focused: Element; top: number }>(null)
  // During rendering, so that the panels of the address before are never shown.
  if (!verified && isCollapsed) setCollapsed(false)

  useLayoutEffect(() => {
    if (!verified || !box.current) return
    const hasFocus = box.current.contains(document.activeElement)
    const focused = hasFocus ? controlAfter(box.current) : document.activeElement
    if (hasFocus && focused instanceof HTMLElement) focused.focus()
    if (focused instanceof Element)
      placeBefore.current = { focused, top: focused.getBoundingClientRect().top }
    setCollapsed(true)
  }, [box, verified])

  useLayoutEffect(() => {
    if (!isCollapsed || !placeBefore.current) return
    const { focused, top } = placeBefore.current
    window.scrollBy(0, focused.getBoundingClientRect().top - top)
  }, [isCollapsed])

  return isCollapsed
}

/** Returns what the form wants next: the first field after the box, or the button that submits. */
function controlAfter(box: HTMLFieldSetElement): Element | undefined {
  const controls = [...(box.form?.querySelectorAll('input, select, textarea, [type=submit]') ?? [])]
  return controls.find((control) => box.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
}
