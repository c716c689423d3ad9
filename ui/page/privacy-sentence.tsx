import { NewWindowLink } from './new-window-link.tsx'

/**
 * Shows a sentence with a link to the page about data protection, where a patient begins to enter data
 * (docs/behaviour.md 16.16).
 */
export function PrivacySentence() {
  return (
    <>
      Was wir damit tun, steht unter <NewWindowLink href="/datenschutz">Datenschutz</NewWindowLink>.
    </>
  )
}
