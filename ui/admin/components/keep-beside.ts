/** Pixels between a floating box, its anchor and the edges of the window. */
const GAP_PX = 8

/** The side of the anchor where a box is placed. `beside` means to the right, or to the left. */
export type Side = 'below' | 'beside'

/** Keeps a box beside its anchor while the page scrolls or changes. @returns a function that ends this */
export function keepBeside(box: HTMLElement, findAnchor: () => Element | null, side: Side): () => void {
  const ended = new AbortController()
  const place = () => {
    const anchor = findAnchor()
    if (anchor) placeBeside(box, anchor.getBoundingClientRect(), side)
  }
  place()
  const sizeObserver = new ResizeObserver(place)
  sizeObserver.observe(box)
  addEventListener('scroll', place, { capture: true, passive: true, signal: ended.signal })
  addEventListener('resize', place, { signal: ended.signal })
  return () => {
    sizeObserver.disconnect()
    ended.abort()
  }
}

/** The size of a box and of the window in one direction, in pixels. */
type Lengths = { box: number; window: number }

/**
 * Places a box of `position: fixed` below or beside its anchor. Where the box does not fit into the window,
 * it is placed above the anchor, or to its left. It never leaves the window.
 */
function placeBeside(box: HTMLElement, anchor: DOMRect, side: Side): void {
  const { clientWidth, clientHeight } = document.documentElement
  const widths = { box: box.offsetWidth, window: clientWidth }
  const heights = { box: box.offsetHeight, window: clientHeight }
  const left =
    side === 'beside'
      ? firstWithRoom([anchor.right + GAP_PX, anchor.left - GAP_PX - widths.box], widths)
      : anchor.left
  const top =
    side === 'below'
      ? firstWithRoom([anchor.bottom + GAP_PX, anchor.top - GAP_PX - heights.box], heights)
      : anchor.top
  box.style.left = `${insideWindow(left, widths)}px`
  box.style.top = `${insideWindow(top, heights)}px`
}

/** Returns the first of these starts from which the box fits into the window, else the preferred one. */
function firstWithRoom([preferred, other]: readonly [number, number], lengths: Lengths): number {
  return [preferred, other].find((start) => insideWindow(start, lengths) === start) ?? preferred
}

/** Returns the start nearest to `start` that keeps the box inside the window. */
function insideWindow(start: number, lengths: Lengths): number {
  return Math.max(GAP_PX, Math.min(start, lengths.window - lengths.box - GAP_PX))
}
