import { useMutation } from '@tanstack/react-query'
import { admin, adminRequest, decide, refreshShown } from '../../api/admin.ts'
import { CANCEL_FAILURE, CONFIRM_FAILURE, REJECT_FAILURE } from '../../appointment/texts.ts'
import { sentenceOf } from '../forms/use-submit-form.ts'

/** What an assistant can do with an appointment. */
export type Action = 'confirm' | 'reject' | 'cancel'

type Input = { action: Action; id: string; message: string }

const FAILURES: Readonly<Record<Action, string>> = {
  confirm: CONFIRM_FAILURE,
  reject: REJECT_FAILURE,
  cancel: CANCEL_FAILURE,
}

export type Decision = ReturnType<typeof useDecision>

/** Decides on an appointment. Everything that is shown is loaded again, also after a failure. */
export function useDecision() {
  const mutation = useMutation({
    mutationFn: ({ action, id, message }: Input) =>
      action === 'cancel'
        ? adminRequest(
            admin.bookings[':id'].cancel.$post({ param: { id: encodeURIComponent(id) }, json: { message } }),
          )
        : adminRequest(decide(action, { id, message })),
    onSettled: refreshShown,
  })
  const { data, error, variables } = mutation
  return {
    busy: mutation.isPending,
    note: data?.note,
    failure: error ? sentenceOf(error, FAILURES[variables?.action ?? 'confirm']) : undefined,
    /** Resolves in either case; `note` or `failure` says which. */
    decide: (input: Input): Promise<unknown> => mutation.mutateAsync(input).catch(() => undefined),
  }
}
