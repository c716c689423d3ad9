import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { failureText } from './failure-text.ts'

type LoadFailureProps = {
  error: Error
  /** The specification's words for it, where the server gave none. */
  fallback: string
  onRetry: () => void
}

/** Something could not be fetched: why, and once more. */
export function LoadFailure({ error, fallback, onRetry }: LoadFailureProps) {
  const { title, detail } = failureText(error, fallback)
  return (
    <Banner tone="danger" role="alert" title={title}>
      {detail && <p>{detail}</p>}
      <Button kind="link" onClick={onRetry}>
        Erneut versuchen
      </Button>
    </Banner>
  )
}
