import { Link } from 'wouter'
import { Banner } from '../../components/banner.tsx'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import { useCanOpen } from '../components/page-access.ts'
import { useAdminStatus } from '../components/use-admin-status.ts'
import { deliveriesUrl } from './deliveries-url.ts'

/** The problems of the portal in sentences, each linked to the page that can help. Empty without problems. */
export function StatusBanner() {
  const { data, error } = useAdminStatus()
  const canOpen = useCanOpen()
  if (!data && error) return <Banner tone="danger">Status konnte nicht geladen werden.</Banner>
  if (!data || data.message === '') return null
  return (
    <Banner tone={data.level}>
      {data.reasons.map(({ message, href }, i) => {
        const text = keepPhrasesTogether(message)
        const target = firstAllowed([href, deliveriesUrl(href)], canOpen)
        return (
          <span key={message}>
            {i > 0 && ' '}
            {target ? <Link href={target}>{text}</Link> : text}
          </span>
        )
      })}
    </Banner>
  )
}

/**
 * Returns the first URL that the staff member may open. Staff who may not open the outbox get the list of
 * messages without content.
 */
function firstAllowed(
  urls: readonly (string | undefined)[],
  canOpen: (url: string) => boolean,
): string | undefined {
  return urls.find((url) => url && canOpen(url))
}
