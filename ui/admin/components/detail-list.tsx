import type { ReactNode } from 'react'

/** Labels and values, for a sheet with the details of a row. Its children are Details. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="definitions gap-3 small">{children}</dl>
}

type DetailProps = {
  label: string
  /** Shown in place of an unknown value. */
  unknownText?: string
  children?: ReactNode
}

/** A label and its value. The number 0 is a value, an empty text is none. */
export function Detail({ label, unknownText = '–', children }: DetailProps) {
  const isKnown = Boolean(children) || children === 0
  return (
    <>
      <dt>{label}</dt>
      <dd>{isKnown ? children : <span className="muted">{unknownText}</span>}</dd>
    </>
  )
}
