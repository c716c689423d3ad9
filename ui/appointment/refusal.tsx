import { ApiError, failureText } from '../api/http.ts'
import { Banner } from '../components/banner.tsx'
import { OPEN_AGAIN } from './bad-link.tsx'

type RefusalProps = {
  error: Error
  /** The specification's words for it, where the server gave none. */
  fallback: string
}

/** Why the press changed nothing. It comes into sight by itself: the button stays at the bottom of the window. */
export function Refusal({ error, fallback }: RefusalProps) {
  const { title, detail = hintFor(error) } = failureText(error, fallback)
  return (
    <div ref={intoSight}>
      <Banner tone="danger" role="alert" title={title}>
        {detail && <p>{detail}</p>}
      </Banner>
    </div>
  )
}

function hintFor(error: Error): string | undefined {
  return error instanceof ApiError && error.code === 'bad_signature' ? OPEN_AGAIN : undefined
}

function intoSight(banner: HTMLElement | null) {
  banner?.scrollIntoView({ block: 'nearest' })
}
