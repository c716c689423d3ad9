import { useQuery } from '@tanstack/react-query'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'

export const STATUS_KEY = ['admin', 'status']

export function useAdminStatus() {
  return useQuery({ ...adminQuery(STATUS_KEY, (options) => admin.status.$get({}, options)), ...EVERY_MINUTE })
}
