import { useCallback } from 'react'
import { showSandboxed } from './trusted-types.ts'

type SandboxedHtmlProps = {
  /**
   * A whole HTML document from the server. The sandbox lets it neither run scripts nor send forms nor leave
   * its frame.
   */
  html: string
  title: string
}

export function SandboxedHtml({ html, title }: SandboxedHtmlProps) {
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame) showSandboxed(frame, html)
    },
    [html],
  )
  return <iframe ref={show} className="paper" sandbox="" title={title} />
}
