import type { ReactNode } from 'react'
import { PageHeading, usePageTitle } from '../../components/page-heading.tsx'
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
