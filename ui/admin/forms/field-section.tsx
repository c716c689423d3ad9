import { type ReactNode, useId } from 'react'
import styles from '../admin.module.css'

type FieldSectionProps = {
  /** Without one the page's own heading stands for it. */
  title?: string | undefined
  lead?: ReactNode
  /** Below the fields: what can be tested with them, a conflict. */
  foot?: ReactNode
  children: ReactNode
}

/** A card of fields that belong together, two in a row where there is room; one of the class `whole` takes a row. */
export function FieldSection({ title, lead, foot, children }: FieldSectionProps) {
  const id = useId()
  return (
    <section className="card padded" {...(title && { 'aria-labelledby': id })}>
      {title && (
        <div className="mb-4">
          <h2 id={id}>{title}</h2>
          {lead && <p className="lead small mt-2">{lead}</p>}
        </div>
      )}
      <div className="columns gap-5">{children}</div>
      {foot && <div className={`stack mt-5 line-above ${styles.foot}`}>{foot}</div>}
    </section>
  )
}
