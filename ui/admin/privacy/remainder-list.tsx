/** Lists the sentences about data that an erasure does not reach. Empty without any. */
export function RemainderList({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="stack gap-2 small break">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
