export function CalendarView({ span }: { span: 'week' | 'day' }) {
  return <p>{span}</p>
}
