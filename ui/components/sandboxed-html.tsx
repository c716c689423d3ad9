import { useCallback } from 'react'
import { showSandboxed } from './trusted-types.ts'

type SandboxedHtmlProps = {
  /**
   * A whole HTML document from the server. The sandbox lets it neither run scripts nor send forms nor leave
   * its frame.
   */
  html: string
  /** The name of the frame for screen readers. */
  title: string
}

/** Shows an HTML document in a frame without any rights. */
export function SandboxedHtml({ html, title }: SandboxedHtmlProps) {
  const fillFrame = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) showSandboxed(frame, html)
    },
    [html],
  )
  return <iframe ref={fillFrame} className="paper" sandbox="" title={title} />
}
