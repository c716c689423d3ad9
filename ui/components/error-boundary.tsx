import { Component, type ReactNode } from 'react'
import { usePractice } from '../api/status.ts'
import { Button } from './button.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageHeading, usePageTitle } from './page-heading.tsx'
import { PracticeContact } from './practice-contact.tsx'

/** Shows the unexpected-error page instead of a page that threw. React takes error boundaries as classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <UnexpectedErrorPage /> : this.props.children
  }
}

function UnexpectedErrorPage() {
  const practice = usePractice()
  usePageTitle('Unerwarteter Fehler')
  return (
    <PageFrame narrow>
      <div role="alert">
        <PageHeading lead="Bitte laden Sie die Seite neu. Hilft das nicht, rufen Sie uns an oder schreiben Sie uns.">
          Es ist ein unerwarteter Fehler aufgetreten.
        </PageHeading>
      </div>
      <Button kind="primary" onClick={() => location.reload()}>
        Seite neu laden
      </Button>
      <PracticeContact phone={practice.phone} mail={practice.mail} />
    </PageFrame>
  )
}
