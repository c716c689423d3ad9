import { useQuery } from '@tanstack/react-query'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { admin, adminAnswer } from '../../api/admin.ts'

/** The starts that are free for the practice, `HH:MM`; undefined while nothing is known. */
export function useFreeTimes(service: string, day: Day) {
  const { data, isError } = useQuery({
    queryKey: ['admin', 'free', service, day],
    queryFn: ({ signal }) =>
      adminAnswer(admin.slots.$get({ query: { service_id: service, date: day } }, { init: { signal } })),
    enabled: service !== '' && isDay(day),
    staleTime: 0,
  })
  return { times: data?.map(({ slot_start }) => timeOfDay(slot_start)), failed: isError }
}
