import { ApiError } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'

type LoadFailureProps = {
  error: Error
  /** The specification's sentence for what could not be loaded. */
  sentence: string
  busy: boolean
  onRetry: () => void
}

/** What could not be loaded, why as far as the server tells, and once more. */
export function LoadFailure({ error, sentence, busy, onRetry }: LoadFailureProps) {
  return (
    <Banner tone="danger" role="alert" title={sentence}>
      {error instanceof ApiError && <p>{error.message}</p>}
      <Button kind="link" busy={busy} busyText="Aktualisieren …" onClick={onRetry}>
        Neu laden
      </Button>
    </Banner>
  )
}
