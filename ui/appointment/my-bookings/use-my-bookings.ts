import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { closeMyBookings, getMyBookings } from '../../api/appointment.ts'
import { ApiError } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useNow } from '../../api/server-clock.ts'
import { browserStorage } from '../../patient/browser-storage.ts'

/** Set while the list may be open in this browser, so that the page asks the server for it only then. */
const OPEN_KEY = 'ordi_my_bookings'
const OVER =
  'Zu Ihrer Sicherheit zeigen wir Ihre Termine nur eine Zeit lang. Bitte bestätigen Sie Ihre E-Mail noch einmal.'

type State = Readonly<{ isOpen: boolean; notice?: string }>

/** The list of appointments, and whether it is open in this browser: the server decides, in all tabs alike. */
export function useMyBookings() {
  const [{ isOpen, notice }, setState] = useState<State>(() => ({
    isOpen: browserStorage.device.read(OPEN_KEY) !== null,
  }))
  const query = useQuery({
    queryKey: ['my bookings'],
    queryFn: ({ signal }) => getMyBookings(signal),
    enabled: isOpen,
    // Always fresh: practice and patient may change a booking at any time.
    staleTime: 0,
  })
  const { data, error } = query

  const open = () => {
    browserStorage.device.write(OPEN_KEY, '1')
    setState({ isOpen: true })
  }
  const close = (notice: string) => {
    browserStorage.device.write(OPEN_KEY, undefined)
    // Also the appointments whose pages were opened from the list.
    queryClient.clear()
    setState({ isOpen: false, notice })
  }

  const now = useNow(isOpen)
  const isOver = data !== undefined && now >= Date.parse(data.expires_at)
  const isRefused = error instanceof ApiError && error.code === 'email_unverified'
  useEffect(() => {
    if (isOpen && (isOver || isRefused)) close(OVER)
  })
  useEffect(() => {
    // Fired in the other tabs only.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === OPEN_KEY) setState({ isOpen: newValue !== null })
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])

  return {
    query,
    isOpen: isOpen && !isOver && !isRefused,
    notice,
    open,
    /** Rejects when the server could not be reached: then the list is still open. */
    logout: () => closeMyBookings().then(() => close('Sie sind abgemeldet.')),
  }
}
