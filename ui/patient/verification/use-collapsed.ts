import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns whether the box of the verification shows only its result, which is lower than its panels. When the
 * box collapses, a focus inside it moves on to the next field of the form, and the focused field keeps its
 * place in the window.
 */
export function useCollapsed(box: RefObject<HTMLFieldSetElement | null>, isVerified: boolean): boolean {
  const [isCollapsed, setCollapsed] = useState(false)
  const placeBeforeRef = useRef<{ focused: Element; top: number }>(null)
  // The state is set during rendering, so that another e-mail address never shows the result of the address
  // before.
  if (!isVerified && isCollapsed) setCollapsed(false)

  // Before the box collapses: moves the focus, and remembers the position of the focused field.
  useLayoutEffect(() => {
    if (!isVerified || !box.current) return
    const hasFocus = box.current.contains(document.activeElement)
    const focused = hasFocus ? controlAfter(box.current) : document.activeElement
    if (hasFocus && focused instanceof HTMLElement) focused.focus()
    if (focused instanceof Element)
      placeBeforeRef.current = { focused, top: focused.getBoundingClientRect().top }
    setCollapsed(true)
  }, [box, isVerified])

  // After the box has collapsed: scrolls the focused field back to its place.
  useLayoutEffect(() => {
    if (!isCollapsed || !placeBeforeRef.current) return
    const { focused, top } = placeBeforeRef.current
    window.scrollBy(0, focused.getBoundingClientRect().top - top)
  }, [isCollapsed])

  return isCollapsed
}

/** Returns the first field after the box, or the button that submits the form. */
function controlAfter(box: HTMLFieldSetElement): Element | undefined {
  // Controls in the box itself have a further bit, so they are not equal.
  const controls = [...(box.form?.querySelectorAll('input, select, textarea, [type=submit]') ?? [])]
  return controls.find((control) => box.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING)
}
