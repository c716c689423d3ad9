import { failureText, hasCode } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { OPEN_AGAIN } from './appointment-texts.ts'

type FailureProps = {
  error: Error
  /** The title of an error that came without a sentence from the server. */
  fallback: string
}

/**
 * Says why nothing was changed. It scrolls into view, because the pressed button is at the bottom of the
 * window.
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

function hintFor(error: Error): string | undefined {
  return hasCode(error, 'bad_signature') ? OPEN_AGAIN : undefined
}

function scrollIntoView(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'nearest' })
}
