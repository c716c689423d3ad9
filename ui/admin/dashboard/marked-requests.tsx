import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { RejectMarkedDialog } from './reject-marked-dialog.tsx'
import type { OpenRequest } from './use-dashboard.ts'

/** Says that requests are marked as unusual, with a button for the dialog that rejects them together. */
export function MarkedRequests({ marked }: { marked: readonly OpenRequest[] }) {
  const [params, changeParams] = useSearchState('marked')
  const count = marked.length
  if (count === 0) return null
  return (
    <>
      <div className="mb-3">
        <Banner tone="warning" title={count === 1 ? '1 auffällige Anfrage' : `${count} auffällige Anfragen`}>
          <p>Von einer E-Mail-Adresse oder einem Internetanschluss kamen ungewöhnlich viele Anfragen.</p>
          <Button kind="link" onClick={() => changeParams({ marked: 'reject' }, { push: true })}>
            Gemeinsam ablehnen …
          </Button>
        </Banner>
      </div>
      {params.marked === 'reject' && (
        <RejectMarkedDialog requests={marked} onClose={() => changeParams({ marked: '' })} />
      )}
    </>
  )
}
