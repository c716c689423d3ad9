import { LayoutList } from 'lucide-react'
import { ActionList, ActionRow } from '../../components/action-list.tsx'

/** Where a link leaves nothing (more) to do: the place in which all requests stand together. */
export function WayToAdmin() {
  return (
    <ActionList>
      <ActionRow icon={<LayoutList />} to="/admin">
        Zum Adminbereich
      </ActionRow>
    </ActionList>
  )
}
