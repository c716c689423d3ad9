import { type ReactNode, useId } from 'react'
import { Card } from '../../components/card.tsx'
import styles from './page.module.css'

type SectionProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of a page: its heading and a card. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      <Card>{children}</Card>
    </section>
  )
}
