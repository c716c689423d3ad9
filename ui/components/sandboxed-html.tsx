import { useCallback } from 'react'
import styles from './sandboxed-html.module.css'
import { showSandboxed } from './trusted-types.ts'

type SandboxedHtmlProps = {
  /** Whole HTML text from the server. It may neither run scripts nor send forms nor leave its frame. */
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
  return <iframe ref={show} className={styles.frame} sandbox="" title={title} />
}
