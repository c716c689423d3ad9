/** Shows a link that opens a new window, so that a form on this page stays, and says so to screen readers. */
export function NewWindowLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (öffnet ein neues Fenster)</span>
    </a>
  )
}
