import { type ReactNode, useEffect, useRef } from 'react'
import { usePractice } from '../api/status.ts'
import { withoutLineBreaks } from '../components/line-breaks.tsx'

// Screen readers announce a freshly loaded page by themselves. Therefore only later headings take the focus.
let shownBefore = false

type PageHeadingProps = {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
}

/**
 * The page's h1. When it is replaced, by a new page or a new `key`, it takes the focus and scrolls to the
 * top.
 */
export function PageHeading({ children, lead }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (shownBefore) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    shownBefore = true
  }, [])

  return (
    <div className="page-heading">
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className="lead mt-2">{withoutLineBreaks(lead)}</p>}
    </div>
  )
}

/**
 * The page's h1, which is also the document's title. A new text takes the focus, because the pressed button
 * may be gone.
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
