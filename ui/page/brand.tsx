import type { ReactNode } from 'react'

/** Shows the portal's sign, the practice's name and a second line, inside a link with the class `brand`. */
export function Brand({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <BrandMark />
      <span>
        <b>{name}</b>
        <span className="muted tiny">{children}</span>
      </span>
    </>
  )
}

/** Draws the portal's sign: a timber house of boards with a cross left out between them. */
function BrandMark() {
  return (
    <svg viewBox="0 0 34 34" width="34" height="34" fill="currentColor" aria-hidden="true">
      <path d="M3 17.2 8 13v17H3zM9.4 11.8 14.4 7.6V30h-5zM15.8 6.4 17 5.4l1.2 1V18h-2.4zM15.8 21h2.4v9h-2.4zM19.6 7.6l5 4.2V30h-5zM26 13l5 4.2V30h-5z" />
    </svg>
  )
}
