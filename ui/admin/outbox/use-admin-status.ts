import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'
import { statusIn } from '../../api/admin-answers.ts'

export const adminStatusQuery = adminQuery(admin.status, {})

export function useAdminStatus() {
  return useQuery({ ...adminStatusQuery, ...EVERY_MINUTE, select: statusIn })
}
