import type { ReactNode } from 'react'

type FactorRowProps = {
  title: string
  /** The sentence below the title. */
  detail: string
  /** The buttons. */
  children: ReactNode
}

/** The row of a second factor, with its buttons. */
export function FactorRow({ title, detail, children }: FactorRowProps) {
  return (
    <li className="row between">
      <div>
        <p className="medium break">{title}</p>
        <p className="muted small">{detail}</p>
      </div>
      <div className="row">{children}</div>
    </li>
  )
}
