import { Link } from 'wouter'
import { Banner } from '../../components/banner.tsx'
import { withoutLineBreaks } from '../../components/line-breaks.tsx'
import { useCanOpen } from '../components/page-access.ts'
import { useAdminStatus } from '../components/use-admin-status.ts'
import { deliveriesAddress } from './deliveries-address.ts'

/** The problems of the portal in sentences, each linked to the page that can help. Empty without problems. */
export function StatusBanner() {
  const { data, error } = useAdminStatus()
  const canOpen = useCanOpen()
  if (!data) return error && <Banner tone="danger">Status konnte nicht geladen werden.</Banner>
  if (data.message === '') return null
  return (
    <Banner tone={data.level}>
      {data.reasons.map(({ message, href }, i) => {
        const text = withoutLineBreaks(message)
        // Staff who may not open the outbox are taken to the list of messages without content.
        const target = [href, deliveriesAddress(href)].find((address) => address && canOpen(address))
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
