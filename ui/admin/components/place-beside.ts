/** Pixels between a floating box, its anchor and the edges of the window. */
const GAP = 8

export type Side = 'below' | 'beside'

/**
 * Places a box of `position: fixed` below its anchor, or beside it, where the window has room for it.
 */
export function placeBeside(box: HTMLElement, anchor: DOMRect, side: Side): void {
  const { offsetWidth: width, offsetHeight: height } = box
  const { clientWidth, clientHeight } = document.documentElement
  const within = (at: number, length: number, room: number) =>
    Math.max(GAP, Math.min(at, room - length - GAP))
  const hasRoom = (at: number, length: number, room: number) => at >= GAP && at + length + GAP <= room
  const first = (places: readonly number[], length: number, room: number) =>
    places.find((at) => hasRoom(at, length, room)) ?? places[0] ?? GAP
  const [x, y] =
    side === 'below'
      ? [anchor.left, first([anchor.bottom + GAP, anchor.top - GAP - height], height, clientHeight)]
      : [first([anchor.right + GAP, anchor.left - GAP - width], width, clientWidth), anchor.top]
  box.style.left = `${within(x, width, clientWidth)}px`
  box.style.top = `${within(y, height, clientHeight)}px`
}

/** Keeps a box beside its anchor while the page scrolls or changes. @returns a function that ends it */
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
