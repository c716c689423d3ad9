import { LinkButton } from '../components/button.tsx'
import { PageHead } from './components/page.tsx'

/** Shown to assistants in place of a page for doctors. */
export function ForDoctorsPage() {
  return (
    <>
      <PageHead
        title="Nur für Ärztinnen und Ärzte"
        lead="Sie sind als Assistenz angemeldet. Ist hier etwas zu ändern, wenden Sie sich bitte an Ihre Ärztin oder Ihren Arzt."
      />
      <LinkButton to="/admin">Zur Übersicht</LinkButton>
    </>
  )
}
