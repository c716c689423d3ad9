import { ROLE_NAMES } from '../../src/shared/role.ts'
import { LinkButton } from '../components/button.tsx'
import { PageHead } from './components/page.tsx'
import { useRole, useStartPage } from './components/page-access.ts'

/** The page shown instead of one that the signed-in staff member must not open. */
export function WrongRolePage() {
  const role = useRole()
  const start = useStartPage()
  return (
    <>
      <PageHead
        title="Mit Ihrem Zugang nicht möglich"
        lead={`Ihre Rolle: ${role && ROLE_NAMES[role]}. Ist hier etwas zu ändern, wenden Sie sich bitte an Ihre Ärztin oder Ihren Arzt.`}
      />
      <LinkButton to={start.path}>{start.linkText}</LinkButton>
    </>
  )
}
