import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Banner } from '../../components/banner.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { telLink } from '../../components/tel-link.ts'

/** An appointment of the rest of today, and how its patient can be notified of a delay (`way`). */
export type LateRow = InferResponseType<typeof admin.late.$get, 200>[number]

/** The patients who get a message or have got one, and where it goes. */
export function NotifiedPatients({ title, rows }: { title: string; rows: readonly LateRow[] }) {
  return (
    <section>
      <h3 className="mb-3">{title}</h3>
      <ul className="stack gap-2">
        {rows.map(({ id, name, start, way, mobile, email }) => (
          <li key={id}>
            <span className="num">{timeOfDay(start)}</span> {name}{' '}
            <span className="muted small break">
              {way === 'sms' ? `SMS an ${mobile}` : `E-Mail an ${email}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The patients whom no message reaches. Staff call them and tick them off; the ticks are stored for all
 * staff.
 */
export function PatientsToCall({ rows }: { rows: readonly LateRow[] }) {
  const markCalled = useMutation({
    mutationFn: (id: string) =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
    onSettled: refreshAdminData,
  })
  return (
    <section>
      <h3 className="mb-3">Bitte anrufen</h3>
      {markCalled.error && (
        <Banner tone="danger" role="alert">
          {failureSentence(markCalled.error, 'Das ließ sich nicht vermerken.')}
        </Banner>
      )}
      <ul className="stack gap-2">
        {rows.map(({ id, name, start, mobile, called }) => (
          <li key={id}>
            <Checkbox
              checked={called}
              disabled={called || markCalled.isPending}
              onChange={() => markCalled.mutate(id)}
              help={mobile && <a href={telLink(mobile)}>{mobile}</a>}
            >
              {timeOfDay(start)} {name}
              {called && ', angerufen'}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
