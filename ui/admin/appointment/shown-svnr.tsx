import { useMutation } from '@tanstack/react-query'
import { admin, adminRequest } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Button } from '../../components/button.tsx'

/**
 * The masked social security number. A press shows the whole number, which the audit records
 * (docs/behaviour.md 16.3).
 */
export function ShownSvnr({ bookingId, masked }: { bookingId: string; masked: string }) {
  const show = useMutation({
    mutationFn: () =>
      adminRequest(admin.bookings[':id'].svnr.$post({ param: { id: encodeURIComponent(bookingId) } })),
    // The number is not kept after the sheet is closed.
    gcTime: 0,
  })
  return (
    <span className="row gap-2">
      <span className="num" role="status">
        {show.data?.svnr ?? masked}
      </span>
      {!show.data && (
        <Button
          kind="link"
          busy={show.isPending}
          aria-label="Sozialversicherungsnummer zeigen"
          title="Wird im Protokoll vermerkt"
          onClick={() => show.mutate()}
        >
          Zeigen
        </Button>
      )}
      {show.error && <span>{failureSentence(show.error, 'Die Nummer konnte nicht geladen werden.')}</span>}
    </span>
  )
}
