import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { refreshAdminData } from '../../api/admin.ts'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'

type ConfirmActionProps = Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'error' | 'onConfirm'> & {
  /** Sends the call that the user has confirmed. */
  action: () => Promise<unknown>
}

/**
 * Asks for confirmation of one call, sends it, and closes. Everything that the page shows is then loaded
 * again, also after a failure, because the data may have changed meanwhile.
 */
export function ConfirmAction({ action, ...dialogProps }: ConfirmActionProps) {
  const { isPending, error, mutate } = useMutation({
    mutationFn: action,
    onSuccess: dialogProps.onClose,
    onSettled: refreshAdminData,
  })
  return <ConfirmDialog {...dialogProps} busy={isPending} error={error} onConfirm={() => mutate()} />
}
