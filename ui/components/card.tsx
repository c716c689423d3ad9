import type { ReactNode } from 'react'

/** A white box on the background. Its children bring their own padding, except with `padded`. */
export function Card({ padded = false, children }: { padded?: boolean; children: ReactNode }) {
  return <div className={padded ? 'card padded' : 'card'}>{children}</div>
}
