import { type ReactNode, useId } from 'react'
import { Announced } from '../../components/announced.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PageHeading, usePageTitle } from '../../page/page-heading.tsx'
import styles from './admin.module.css'

type PageHeadProps = {
  /** The h1, and the first part of the document's title. */
  title: string
  lead?: ReactNode
  /** A row of tools instead of the buttons. The title is then for screen readers only. */
  tools?: ReactNode
  /** The page's buttons. */
  children?: ReactNode
}

/** The head of a page: its heading, lead and buttons. It also sets the document title. */
export function PageHead({ title, lead, tools, children }: PageHeadProps) {
  usePageTitle(title)
  return (
    <div className={`row ${styles.head}`} data-tools={Boolean(tools) || undefined}>
      <PageHeading lead={lead}>{title}</PageHeading>
      {tools}
      {!tools && children && <div className="row gap-2 push no-print">{children}</div>}
    </div>
  )
}

/**
 * Reserves the space of an admin page while it loads. @param heights of its cards: pixels, or a CSS length
 */
export function PageSkeleton({ heights = [220, 220] }: { heights?: readonly (number | string)[] }) {
  return (
    <div className="stack gap-5" role="status">
      <span className="visually-hidden">
        <Announced>Lade Seite …</Announced>
      </span>
      <Skeleton height={32} width={260} />
      {heights.map((height, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no other identity and never move
        <Skeleton key={card} height={height} />
      ))}
    </div>
  )
}

type SectionProps = {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of a page with its own heading, in a card. */
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

type FieldSectionProps = {
  /** Omitted where the heading of the page already says what the fields are about. */
  title?: string | undefined
  lead?: ReactNode
  /** Shown below the fields, such as a test of the settings or a conflict. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A card of fields that belong together, up to two in a row. A field with the class `whole` has a row of its
 * own.
 */
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
