import type { Outcome } from '../api/public.ts'
import { Banner } from '../components/banner.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'

type DoneProps = {
  outcome: Outcome
  title: string
  detail?: string | undefined
}

/** What came of the press: the server's HTML where it sent some, else these words (specification section 8). */
export function Done({ outcome: { html }, title, detail }: DoneProps) {
  if (html) return <SandboxedHtml html={html} title="Ergebnis" />
  return (
    <Banner tone="good" role="status" title={title}>
      {detail && <p>{detail}</p>}
    </Banner>
  )
}
