import type { Outcome } from '../api.ts'
import { Banner } from '../parts/banner.tsx'
import { SandboxedHtml } from '../parts/sandboxed-html.tsx'

type DoneProps = {
  outcome: Outcome
  /** The specification's words, where the server sent none. */
  sentence: string
}

/** What came of the press: the server's HTML, its note, or the specification's words (section 8). */
export function Done({ outcome: { html, note }, sentence }: DoneProps) {
  if (html) return <SandboxedHtml html={html} title="Ergebnis" />
  return <Banner tone="good" role="status" title={note || sentence} />
}
