import type { ReactNode } from 'react'
import { Banner } from '../../components/banner.tsx'

type FaultNoteProps = {
  status: string
  error: string | null
  /** What else is worth knowing: what a retry would do, when the next try is. */
  children?: ReactNode
}

const TITLES: Readonly<Record<string, string>> = {
  failed: 'Nicht zugestellt',
  muted: 'Nicht gesendet',
  unknown: 'Ungewiss, ob sie ankam',
  queued: 'Noch nicht zugestellt',
}

/** Why a message did not go out, before everything else that is to be said about it. */
export function FieldError({ status, error, children }: FaultNoteProps) {
  if (!error) return null
  const isLost = status === 'failed' || status === 'unknown'
  return (
    <Banner tone={isLost ? 'danger' : 'warning'} title={TITLES[status]}>
      <p>{error}</p>
      {children}
    </Banner>
  )
}
