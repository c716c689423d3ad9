export function NewBooking(_props: {
  open: boolean
  onClose: () => void
  onDone: () => void
  day?: string
  time?: string
}) {
  return null
}
