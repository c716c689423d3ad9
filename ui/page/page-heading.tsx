import { type ReactNode, useEffect, useRef } from 'react'
import { usePractice } from '../api/status.ts'
import { keepPhrasesTogether } from '../components/line-breaks.tsx'

/**
 * Whether a heading was shown since the page was loaded. Screen readers announce a freshly loaded page by
 * themselves, so only later headings take the focus.
 */
let hasShownHeading = false

type PageHeadingProps = {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
}

/**
 * Shows the page's h1. A heading that replaces another one, by a new page or a new `key`, scrolls the page to
 * the top and takes the focus.
 */
export function PageHeading({ children, lead }: PageHeadingProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (hasShownHeading) {
      scrollTo(0, 0)
      headingRef.current?.focus({ preventScroll: true })
    }
    hasShownHeading = true
  }, [])

  return (
    <div className="page-heading">
      <h1 ref={headingRef} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className="lead mt-2">{keepPhrasesTogether(lead)}</p>}
    </div>
  )
}

/**
 * Shows the page's h1, which is also the document's title. A heading with a new text takes the focus, because
 * the pressed button may be gone.
 */
export function TitledHeading({ children }: { children: string }) {
  usePageTitle(children)
  return <PageHeading key={children}>{children}</PageHeading>
}

/** Sets the document's title: the page's subject, then the practice's name. */
export function usePageTitle(title: string) {
  const { name } = usePractice()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
