import { Fragment, type ReactNode, useEffect, useState } from 'react'

/** Milliseconds within which a browser tells screen readers about a part of the page that it has drawn. */
const KNOWN_AFTER_MS = 200

/**
 * Makes screen readers announce children that come into the page together with the live region around them.
 * They announce only what is added to a region that they know, so the children are added once more.
 */
export function Announced({ children }: { children: ReactNode }) {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    // The time counts from the first frame with the region, because a busy device draws that frame late.
    requestAnimationFrame(() => setTimeout(() => setKnown(true), KNOWN_AFTER_MS))
  }, [])
  return <Fragment key={isKnown ? 'again' : 'first'}>{children}</Fragment>
}

type StatusTextProps = { className?: string; children: ReactNode }

/** Shows a sentence about what has happened or is loading, and screen readers announce it. */
export function StatusText({ className, children }: StatusTextProps) {
  return (
    <p className={className} role="status">
      <Announced>{children}</Announced>
    </p>
  )
}
