import { type ReactNode, useId } from 'react'
import { Card } from '../../components/card.tsx'
import styles from './field-section.module.css'

type FieldSectionProps = {
  /** Without one the page's own heading stands for it. */
  title?: string
  lead?: ReactNode
  /** Below the fields: what can be tried with them, a conflict. */
  foot?: ReactNode
  children: ReactNode
}

/** Fields that belong together on one board, two in a row where there is room. */
export function FieldSection({ title, lead, foot, children }: FieldSectionProps) {
  const id = useId()
  return (
    <Card>
      <section className={styles.section} {...(title && { 'aria-labelledby': id })}>
        {title && (
          <div className={styles.head}>
            <h2 id={id}>{title}</h2>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
        )}
        <div className={styles.fields}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </section>
    </Card>
  )
}

/** A field that takes the whole row of a FieldSection. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={styles.whole}>{children}</div>
}
