import { type ReactNode, useId } from 'react'
import { PageHeading, usePageTitle } from '../../components/page-heading.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from '../admin.module.css'

type PageHeadProps = {
  /** The h1, and the first part of the document's title. */
  title: string
  lead?: ReactNode
  /** The page's buttons. */
  children?: ReactNode
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  usePageTitle(title)
  return (
    <div className={`row ${styles.head}`}>
      <PageHeading lead={lead}>{title}</PageHeading>
      {children && <div className="row gap-2 push no-print">{children}</div>}
    </div>
  )
}

/** Keeps the place of an admin page, or of its content, while it loads. */
export function PageSkeleton() {
  return (
    <div className="stack gap-5" role="status">
      <span className="visually-hidden">Lade Seite …</span>
      <Skeleton height={32} width={260} />
      <Skeleton height={220} />
      <Skeleton height={220} />
    </div>
  )
}

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
