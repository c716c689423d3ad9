import { LinkButton } from '../components/button.tsx'
import { PageHead } from './components/page.tsx'

/** Shown to assistants in place of a page for doctors. */
export function ForDoctorsPage() {
  return (
    <>
      <PageHead
        title="Nur für Ärztinnen und Ärzte"
        lead="Ihr Zugang ist einer der Assistenz. Wenn hier etwas zu ändern ist, sagen Sie es bitte Ihrer Ärztin oder Ihrem Arzt."
      />
      <LinkButton to="/admin">Zur Übersicht</LinkButton>
    </>
  )
}
