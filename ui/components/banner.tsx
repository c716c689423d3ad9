import { CircleAlert, CircleCheck, Info, Lock, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Announced } from './announced.tsx'
import { keepPhrasesTogether } from './line-breaks.tsx'
import styles from './tones.module.css'

/** The icon of each tone. */
const ICONS = {
  good: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  danger: CircleAlert,
  maintenance: Lock,
} as const

type BannerProps = {
  tone: keyof typeof ICONS
  /** `alert` interrupts a screen reader, `status` waits; without a role the banner is plain text. */
  role?: 'alert' | 'status'
  title?: ReactNode
  children?: ReactNode
}

/** Shows one message across the page. The tone `warning` is grey, because amber means that somebody waits. */
export function Banner({ tone, role, title, children }: BannerProps) {
  const Icon = ICONS[tone]
  const Text = role === 'status' ? Announced : Fragment
  return (
    <div className={`media small ${styles.banner}`} data-tone={tone} role={role}>
      <Icon />
      <div>
        {title && (
          <p className="semibold break">
            <Text>{keepPhrasesTogether(title)}</Text>
          </p>
        )}
        <Text>{keepPhrasesTogether(children)}</Text>
      </div>
    </div>
  )
}
