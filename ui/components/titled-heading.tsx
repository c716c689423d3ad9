import { PageHeading } from './page-heading.tsx'
import { usePageTitle } from './page-title.ts'

/** The h1 and the document's title in one. Each outcome has its own, which takes the focus from the button that is gone. */
export function TitledHeading({ children }: { children: string }) {
  usePageTitle(children)
  return <PageHeading key={children}>{children}</PageHeading>
}
