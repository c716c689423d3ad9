import { ApiError, failureText } from '../api/http.ts'
import type { ChangeAnswer } from '../api/public.ts'
import { Banner } from '../components/banner.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { OPEN_AGAIN } from './texts.ts'

type SuccessProps = { outcome: ChangeAnswer; title: string; detail?: string | undefined }

/** The result of a change: the HTML document that the server sent, else title and detail. */
export function Success({ outcome: { html }, title, detail }: SuccessProps) {
  if (html) return <SandboxedHtml html={html} title="Ergebnis" />
  return (
    <Banner tone="good" role="status" title={title}>
      {detail && <p>{detail}</p>}
    </Banner>
  )
}

type FailureProps = {
  error: Error
  /** The title, unless the server sent a sentence. */
  fallback: string
}

/** Why nothing was changed. Scrolls into view, because the button is at the bottom of the window. */
export function Failure({ error, fallback }: FailureProps) {
  const { title, detail = hintFor(error) } = failureText(error, fallback)
  return (
    <div ref={scrollIntoView}>
      <Banner tone="danger" role="alert" title={title}>
        {detail && <p>{detail}</p>}
      </Banner>
    </div>
  )
}

function hintFor(error: Error): string | undefined {
  return error instanceof ApiError && error.code === 'bad_signature' ? OPEN_AGAIN : undefined
}

function scrollIntoView(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'nearest' })
}
