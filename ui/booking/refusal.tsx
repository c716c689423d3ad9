import { ApiError, failureText } from '../api/http.ts'
import { usePractice } from '../api/status.ts'
import { telLink } from '../components/tel-link.ts'

type RefusalProps = {
  error: Error
  /** The sentence for an error that came without one from the server. */
  fallback: string
}

/** Says why a step was refused, with the practice's phone number if booking has been closed meanwhile. */
export function Refusal({ error, fallback }: RefusalProps) {
  const { phone } = usePractice()
  const isClosed = error instanceof ApiError && error.status === 503
  return (
    <>
      {failureText(error, fallback).title} {isClosed && phone && <a href={telLink(phone)}>{phone}</a>}
    </>
  )
}
