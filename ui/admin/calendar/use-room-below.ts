import { type RefObject, useLayoutEffect, useState } from 'react'

/** The empty pixels below the box. */
const BOTTOM_PX = 16
/** The minimum height of the box in pixels, even in a very low window. */
const LEAST_PX = 320

/** Returns the pixels between the top of a box and the end of the window, while the page is not scrolled. */
export function useRoomBelow(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(() => innerHeight)
  // A banner above the box may appear or disappear at any time, so the room is measured after each render.
  useLayoutEffect(() => {
    const measure = () => {
      if (!box.current) return
      const top = box.current.getBoundingClientRect().top + scrollY
      setRoom(Math.max(LEAST_PX, Math.floor(innerHeight - top - BOTTOM_PX)))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  })
  return room
}
