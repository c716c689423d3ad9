/** Pixels between a floating box, its anchor and the edges of the window. */
const GAP = 8

/** The side of the anchor on which a box stands: `beside` is to the right, or to the left of it. */
export type Side = 'below' | 'beside'

/** How long a box and the window are in one direction, in pixels. */
type Lengths = { box: number; window: number }

/**
 * Places a box of `position: fixed` below or beside its anchor. Where the window has no room for the box,
 * it stands above the anchor, or to the left. It never leaves the window.
 */
function placeBeside(box: HTMLElement, anchor: DOMRect, side: Side): void {
  const page = document.documentElement
  const widths = { box: box.offsetWidth, window: page.clientWidth }
  const heights = { box: box.offsetHeight, window: page.clientHeight }
  const left =
    side === 'beside'
      ? firstWithRoom([anchor.right + GAP, anchor.left - GAP - widths.box], widths)
      : anchor.left
  const top =
    side === 'below'
      ? firstWithRoom([anchor.bottom + GAP, anchor.top - GAP - heights.box], heights)
      : anchor.top
  box.style.left = `${insideWindow(left, widths)}px`
  box.style.top = `${insideWindow(top, heights)}px`
}

/** Returns the first of these starts from which the box fits into the window, else the very first. */
function firstWithRoom([preferred, other]: readonly [number, number], lengths: Lengths): number {
  return [preferred, other].find((start) => insideWindow(start, lengths) === start) ?? preferred
}

/** Returns the start that is nearest to `start` and leaves the box inside the window. */
function insideWindow(start: number, lengths: Lengths): number {
  return Math.max(GAP, Math.min(start, lengths.window - lengths.box - GAP))
}

/** Keeps a box beside its anchor while the page scrolls or changes. @returns a function that ends this */
export function keepBeside(box: HTMLElement, anchor: () => Element | null, side: Side): () => void {
  const ended = new AbortController()
  const place = () => {
    const element = anchor()
    if (element) placeBeside(box, element.getBoundingClientRect(), side)
  }
  place()
  const sizes = new ResizeObserver(place)
  sizes.observe(box)
  addEventListener('scroll', place, { capture: true, passive: true, signal: ended.signal })
  addEventListener('resize', place, { signal: ended.signal })
  return () => {
    sizes.disconnect()
    ended.abort()
  }
}
