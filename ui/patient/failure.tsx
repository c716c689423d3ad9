import { ApiError, failureText } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { OPEN_AGAIN } from './appointment-texts.ts'

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
        {detail}
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
