import { NewWindowLink } from './page-frame.tsx'

/**
 * Leads to the page about data protection from where a patient begins to enter data (docs/behaviour.md
 * 16.16).
 */
export function PrivacySentence() {
  return (
    <>
      Was wir damit tun, steht unter <NewWindowLink href="/datenschutz">Datenschutz</NewWindowLink>.
    </>
  )
}
