import { Link } from 'wouter'
import { Banner } from '../../components/banner.tsx'
import { useMayOpen } from '../components/role.ts'
import { useAdminStatus } from './use-admin-status.ts'

/** The portal's state in sentences, each a link to where something can be done. Empty without problems. */
export function StatusBanner() {
  const { data, error } = useAdminStatus()
  const mayOpen = useMayOpen()
  if (!data) return error && <Banner tone="danger">Status konnte nicht geladen werden.</Banner>
  if (data.message === '') return null
  // The specification's answer has the message alone.
  const { reasons = [{ message: data.message, href: '' }] } = data
  return (
    <Banner tone={data.level}>
      {reasons.map(({ message, href }, i) => (
        <span key={message}>
          {i > 0 && ' '}
          {mayOpen(href) ? <Link href={href}>{message}</Link> : message}
        </span>
      ))}
    </Banner>
  )
}
