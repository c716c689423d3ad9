/** Pixels at the upper and lower edge of the window where dragging scrolls the page. */
const SCROLL_EDGE_PX = 70
/** Pixels by which dragging at an edge scrolls in each frame. */
const SCROLL_PX_PER_FRAME = 9
/** Milliseconds within which a click can follow the end of a drag. */
const CLICK_AFTER_DRAG_MS = 300

/** A place in the window, in pixels from its upper left corner. */
export type WindowPoint = { x: number; y: number }

/** Returns the place of a pointer event. */
export function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): WindowPoint {
  return { x: clientX, y: clientY }
}

/** Returns the pixels between two places. */
export function distanceBetween(one: WindowPoint, other: WindowPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

export type PointerListeners = {
  onMove: (event: PointerEvent) => void
  onUp: () => void
  onCancel: () => void
  onKey: (event: KeyboardEvent) => void
}

/**
 * Listens to one pointer and to the keyboard in the whole window, before all other listeners.
 * @param ended removes the listeners
 */
export function trackPointer(
  id: number,
  { onMove, onUp, onCancel, onKey }: PointerListeners,
  ended: AbortSignal,
): void {
  const options = { capture: true, signal: ended }
  const listen = (
    kind: 'pointermove' | 'pointerup' | 'pointercancel',
    listener: (event: PointerEvent) => void,
  ) => addEventListener(kind, (event) => event.pointerId === id && listener(event), options)
  listen('pointermove', onMove)
  listen('pointerup', onUp)
  listen('pointercancel', onCancel)
  addEventListener('keydown', onKey, options)
}

/** Heights of the pointer, in pixels from the top of the window. */
type PointerHeights = {
  y: number
  /** The height at the start of the drag. A drag that began at an edge does not scroll at once. */
  yAtStart: number
}

/**
 * Scrolls the columns (`data-scroll`), or the page if they are scrolled to their end, while the pointer is at
 * the edge.
 */
export function scrollAtEdge({ y, yAtStart }: PointerHeights): void {
  const columns = document.querySelector('[data-scroll]')
  const box = columns?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  const upperEdge = Math.max(box.top, 0) + SCROLL_EDGE_PX
  const lowerEdge = Math.min(box.bottom, innerHeight) - SCROLL_EDGE_PX
  const isUp = y < Math.min(upperEdge, yAtStart)
  const isDown = y > Math.max(lowerEdge, yAtStart)
  if (!isUp && !isDown) return
  const step = { top: isUp ? -SCROLL_PX_PER_FRAME : SCROLL_PX_PER_FRAME, behavior: 'instant' } as const
  const topBefore = columns?.scrollTop
  columns?.scrollBy(step)
  // Columns that are scrolled to their end, or absent, have not moved.
  if (columns?.scrollTop === topBefore) scrollBy(step)
}

/** Swallows the click with which a browser ends a drag. Later clicks work again. */
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
