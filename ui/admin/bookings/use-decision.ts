import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, adminAnswer, decide } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { CANCEL_FAILURE } from '../../appointment/cancel/cancel-text.ts'
import { CONFIRM_FAILURE, REJECT_FAILURE } from '../../appointment/decide/decision-text.ts'
import { refreshShown } from '../refresh-shown.ts'

/** What an assistant can do with an appointment. */
export type Action = 'confirm' | 'reject' | 'cancel'

type Press = { action: Action; id: string; message: string }

const FAILURES: Readonly<Record<Action, string>> = {
  confirm: CONFIRM_FAILURE,
  reject: REJECT_FAILURE,
  cancel: CANCEL_FAILURE,
}

export type Decision = ReturnType<typeof useDecision>

/** Decides, and lets everything that shows appointments ask anew, whatever came of it. */
export function useDecision() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ action, id, message }: Press) =>
      action === 'cancel'
        ? adminAnswer(
            admin.bookings[':id'].cancel.$post({ param: { id: encodeURIComponent(id) }, json: { message } }),
          )
        : adminAnswer(decide(action, { id, message })),
    onSettled: () => refreshShown(client),
  })
  const { data, error, variables } = mutation
  return {
    busy: mutation.isPending,
    note: data?.note,
    fault: error
      ? error instanceof ApiError
        ? error.message
        : FAILURES[variables?.action ?? 'confirm']
      : undefined,
    /** Resolves to whether it went well. */
    press: (press: Press): Promise<boolean> =>
      mutation.mutateAsync(press).then(
        () => true,
        () => false,
      ),
  }
}
