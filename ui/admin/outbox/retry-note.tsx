import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import type { Retry } from './use-logs.ts'

/** What came of sending a message once more. It takes the focus from the button, which is gone when it worked. */
export function RetryNote({ retry }: { retry: Retry }) {
  const place = useRef<HTMLDivElement>(null)
  const { isSuccess, data, error } = retry
  useEffect(() => {
    if (isSuccess) place.current?.focus()
  }, [isSuccess])
  return (
    <div ref={place} tabIndex={-1} role={error ? 'alert' : 'status'}>
      {isSuccess && <Banner tone="good">{data.message}</Banner>}
      {error && (
        <Banner tone="danger">
          {error instanceof ApiError ? error.message : 'Erneut senden fehlgeschlagen.'}
        </Banner>
      )}
    </div>
  )
}
