import type { ReactNode } from 'react'
import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import { Banner } from '../../components/banner.tsx'
import type { LogName, LogRows } from './use-logs.ts'

/** The heading of the reason why a message was not sent, by status. */
const REASON_TITLES: Readonly<Record<string, string>> = {
  failed: 'Nicht zugestellt',
  muted: 'Nicht gesendet',
  unknown: 'Ungewiss, ob sie ankam',
  queued: 'Noch nicht zugestellt',
}

type ReasonProps = {
  row: Pick<LogRows[LogName], 'status' | 'error' | 'obstacle'>
  /** Shown below the reason. */
  children: ReactNode
}

/**
 * Shows why the message was not sent, why it cannot be sent as it is, and the technical details of the
 * failure.
 */
export function MessageReason({ row: { status, error, obstacle }, children }: ReasonProps) {
  if (!error) return null
  const { sentence, technical } = splitFault(error)
  const isLost = status === 'failed' || status === 'unknown'
  return (
    <Banner tone={isLost ? 'danger' : 'warning'} title={REASON_TITLES[status]}>
      <p>{sentence}</p>
      {obstacle && obstacle !== sentence && <p>{obstacle}</p>}
      {children}
      {technical && <p className="muted tiny break">Technisch: {technical}</p>}
    </Banner>
  )
}
