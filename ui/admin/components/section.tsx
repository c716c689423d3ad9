import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of a page: its heading and a card. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className="wide" aria-labelledby={id}>
      <h2 id={id} className={lead ? undefined : 'mb-3'}>
        {title}
      </h2>
      {lead && <p className="lead small mb-3">{lead}</p>}
      <div className="card">{children}</div>
    </section>
  )
}
