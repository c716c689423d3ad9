import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { closeMyBookings, getMyBookings } from '../../api/appointment.ts'
import { hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useNow } from '../../api/server-clock.ts'
import { browserStorage } from '../../patient/browser-storage.ts'

/**
 * The key that is stored while the list may be open in this browser. Only then does the page ask the server
 * for it.
 */
const OPEN_KEY = 'ordi_my_bookings'
const OVER =
  'Zu Ihrer Sicherheit zeigen wir Ihre Termine nur eine Zeit lang. Bitte bestätigen Sie Ihre E-Mail noch einmal.'

type State = Readonly<{ isOpen: boolean; notice?: string }>

/**
 * Loads the patient's appointments while the list is open. The server decides how long, for all tabs of the
 * browser.
 */
export function useMyBookings() {
  const [{ isOpen, notice }, setState] = useState<State>(() => ({
    isOpen: browserStorage.device.read(OPEN_KEY) !== null,
  }))
  const query = useQuery({
    queryKey: ['my bookings'],
    queryFn: ({ signal }) => getMyBookings(signal),
    enabled: isOpen,
    // The list is never cached, because practice and patient may change a booking at any time.
    staleTime: 0,
  })
  const { data, error } = query

  const open = () => {
    browserStorage.device.write(OPEN_KEY, '1')
    setState({ isOpen: true })
  }
  const close = (notice: string) => {
    browserStorage.device.write(OPEN_KEY, undefined)
    // This also forgets the appointments whose pages were opened from the list.
    queryClient.clear()
    setState({ isOpen: false, notice })
  }

  const now = useNow(isOpen)
  const isOver = data !== undefined && now >= Date.parse(data.expires_at)
  const isRefused = hasCode(error, 'email_unverified')
  useEffect(() => {
    if (isOpen && (isOver || isRefused)) close(OVER)
  })
  useEffect(() => {
    // Browsers fire this event only in the other tabs.
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
    /** Closes the list. Rejects when the server cannot be reached, because the list is then still open. */
    logout: () => closeMyBookings().then(() => close('Sie sind abgemeldet.')),
  }
}
