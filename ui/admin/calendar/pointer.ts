/**
 * Pixels at the upper and lower edge of the window where dragging scrolls the page, and how far in each
 * frame.
 */
const SCROLL_EDGE_PX = 70
const SCROLL_PX_PER_FRAME = 9
/** Milliseconds in which a click can follow the end of a drag. */
const CLICK_AFTER_DRAG_MS = 300

type PointerListeners = {
  onMove: (event: globalThis.PointerEvent) => void
  onUp: () => void
  onCancel: () => void
  onKey: (event: KeyboardEvent) => void
}

/**
 * Listens in the whole window to one pointer and to the keyboard, before anything else does.
 * @returns a function that ends it
 */
export function trackPointer(id: number, { onMove, onUp, onCancel, onKey }: PointerListeners): () => void {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const ofPointer =
    (listener: (event: globalThis.PointerEvent) => void) => (event: globalThis.PointerEvent) =>
      event.pointerId === id && listener(event)
  addEventListener('pointermove', ofPointer(onMove), options)
  addEventListener('pointerup', ofPointer(onUp), options)
  addEventListener('pointercancel', ofPointer(onCancel), options)
  addEventListener('keydown', onKey, options)
  return () => listening.abort()
}

/**
 * Scrolls the columns (`data-scroll`), or else the page, while the pointer is at an edge of them. A drag that
 * began there does not scroll at once.
 */
export function scrollAtEdge(y: number, begunAt: number): void {
  const columns = document.querySelector('[data-scroll]')
  const box = columns?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  const isUp = y < Math.min(Math.max(box.top, 0) + SCROLL_EDGE_PX, begunAt)
  const isDown = y > Math.max(Math.min(box.bottom, innerHeight) - SCROLL_EDGE_PX, begunAt)
  if (!isUp && !isDown) return
  const by = { top: isUp ? -SCROLL_PX_PER_FRAME : SCROLL_PX_PER_FRAME, behavior: 'instant' } as const
  const before = columns?.scrollTop
  columns?.scrollBy(by)
  if (columns?.scrollTop === before) scrollBy(by)
}

/** Swallows the click with which a browser ends a drag. The next press is a click again. */
export function swallowClick(element: HTMLElement): void {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  const swallow = (event: MouseEvent) => {
    if (!element.contains(event.target as Node)) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, options)
  addEventListener('pointerdown', () => ended.abort(), options)
  setTimeout(() => ended.abort(), CLICK_AFTER_DRAG_MS)
}
