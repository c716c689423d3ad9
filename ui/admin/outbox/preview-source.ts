/** What the preview call answers: the letter in one of two forms (specification section 3). */
export type Preview = { subject?: string | null; html?: string | null; dataUrl?: string | null }

/**
 * The HTML of a previewed letter, for a frame without rights; undefined where there is none. Of data URLs only those that
 * hold HTML are opened, and never as an address.
 */
export function letterIn({ dataUrl, html }: Preview): string | undefined {
  return (dataUrl ? htmlIn(dataUrl) : undefined) ?? html ?? undefined
}

const HTML_URL = /^data:text\/html(?<parameters>(?:;[^,;]*)*),(?<data>.*)$/is

/** RFC 2397, in UTF-8. */
function htmlIn(dataUrl: string): string | undefined {
  const { parameters, data } = HTML_URL.exec(dataUrl)?.groups ?? {}
  if (parameters === undefined || data === undefined) return undefined
  try {
    const text = decodeURIComponent(data)
    if (!/;base64$/i.test(parameters)) return text
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    return undefined
  }
}
