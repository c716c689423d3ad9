import { Banner } from '../../components/banner.tsx'
import { failureOf } from './refusal.ts'

/** What was refused as a whole; what is about a field stands there. */
export function RefusalNote({ error }: { error: Error | null }) {
  const sentence = failureOf(error)
  return <div role="alert">{sentence && <Banner tone="danger">{sentence}</Banner>}</div>
}
