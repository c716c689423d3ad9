import { ApiError } from '../api.ts'
import { Banner } from '../parts/banner.tsx'
import { Button } from '../parts/button.tsx'

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

/** The server's own sentence comes first (specification section 8); a dead connection is told beside the fallback. */
export function failureText(error: Error, fallback: string): { title: string; detail: string | undefined } {
  if (!(error instanceof ApiError)) return { title: fallback, detail: undefined }
  if (error.code !== '') return { title: error.message, detail: undefined }
  return { title: fallback, detail: error.status === 0 ? error.message : undefined }
}
