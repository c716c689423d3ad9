import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { closeMyBookings, myBookingsQuery } from '../../api/appointment.ts'
import { hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useNow } from '../../api/server-clock.ts'
import { isListOpen, setListOpen, watchList } from '../../patient/my-bookings-trail.tsx'
import { usePageData } from '../../patient/page-data.ts'
import { JUST_LOADED_MS } from '../../patient/use-appointment.ts'

const ACCESS_OVER =
  'Zu Ihrer Sicherheit zeigen wir Ihre Termine nur eine Zeit lang. Bitte bestätigen Sie Ihre E-Mail noch einmal.'

type MyBookingsState = Readonly<{
  isOpen: boolean
  notice?: string
  /** True when the patient has just opened the list on this page. */
  hasJustOpened?: boolean
}>

/**
 * Loads the patient's appointments while the list is open. The server decides how long the list stays open in
 * this browser. Closing it in one tab closes it in all.
 */
export function useMyBookings() {
  const brought = usePageData()?.my_bookings
  const [{ isOpen, notice, hasJustOpened = false }, setState] = useState<MyBookingsState>(() => ({
    isOpen: brought === undefined ? isStoredAsOpen() : brought !== null,
  }))
  const query = useQuery({
    ...myBookingsQuery,
    enabled: isOpen,
    // Practice and patient may change a booking at any time.
    staleTime: JUST_LOADED_MS,
    ...(brought && { initialData: brought }),
  })
  const { data, error } = query

  const open = () => {
    setListOpen(true)
    setState({ isOpen: true, hasJustOpened: true })
  }
  const close = (reason: string) => {
    setListOpen(false)
    // This also forgets the appointments whose pages were opened from the list.
    queryClient.clear()
    setState({ isOpen: false, notice: reason })
  }

  /** Whether the stored key was made to follow the answer that came with the page, which counts. */
  const hasKeyFollowedRef = useRef(false)
  useEffect(() => {
    if (hasKeyFollowedRef.current) return
    hasKeyFollowedRef.current = true
    if (isOpen) setListOpen(true)
    else if (isStoredAsOpen()) close(ACCESS_OVER)
  })

  const now = useNow(isOpen)
  const isOver = data !== undefined && now >= Date.parse(data.expires_at)
  const isRefused = hasCode(error, 'email_unverified')
  useEffect(() => {
    if (isOpen && (isOver || isRefused)) close(ACCESS_OVER)
  })
  useEffect(
    () =>
      watchList(() => {
        const isOpenNow = isListOpen()
        if (!isOpenNow) queryClient.clear()
        setState({ isOpen: isOpenNow })
      }),
    [],
  )

  return {
    query,
    isOpen: isOpen && !isOver && !isRefused,
    notice,
    hasJustOpened,
    open,
    /** Closes the list. Rejects if the server cannot be reached, because the list then stays open. */
    logout: () => closeMyBookings().then(() => close('Sie sind abgemeldet.')),
  }
}

/** Returns whether this browser remembers an open list. The server, which renders too, remembers none. */
function isStoredAsOpen(): boolean {
  return !import.meta.env.SSR && isListOpen()
}
