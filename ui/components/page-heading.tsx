import { type ReactNode, useEffect, useRef } from 'react'
import styles from './page-heading.module.css'

// The browser itself announces the page it has just loaded; only later headings take the focus.
let shownBefore = false

type PageHeadingProps = {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
}

/** The one h1. A new one (a new page, a new step: give it a `key`) takes the focus and brings the page to its top. */
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
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
