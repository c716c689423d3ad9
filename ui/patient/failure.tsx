import { failureText, hasCode } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { OPEN_LINK_AGAIN } from './appointment-texts.ts'

type FailureProps = {
  error: Error
  /** The title of an error that came without a sentence from the server. */
  fallback: string
}

/**
 * Shows a banner that says why nothing was changed. The banner scrolls into view, because the pressed button
 * is at the bottom of the window.
 */
export function Failure({ error, fallback }: FailureProps) {
  const { title, detail = hintFor(error) } = failureText(error, fallback)
  return (
    <div ref={scrollIntoView}>
      <Banner tone="danger" role="alert" title={title}>
        {detail}
      </Banner>
    </div>
  )
}

/** Returns what to do about a link that was cut off; the server's sentence does not say so. */
function hintFor(error: Error): string | undefined {
  return hasCode(error, 'bad_signature') ? OPEN_LINK_AGAIN : undefined
}

function scrollIntoView(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'nearest' })
}
