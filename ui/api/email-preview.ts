/** The answer of the preview call, with the content in one of two forms. */
type Preview = { subject?: string | null; html?: string | null; dataUrl?: string | null }

/**
 * Returns the HTML of a preview, or undefined if it has none. A data URL is decoded only if it contains HTML,
 * and is never opened as a URL.
 */
export function htmlOf({ dataUrl, html }: Preview): string | undefined {
  const decoded = dataUrl ? decodeHtmlUrl(dataUrl) : undefined
  return decoded ?? html ?? undefined
}

/** A data URL of HTML. Its parameters, such as `;charset=utf-8;base64`, come before the comma. */
const HTML_URL = /^data:text\/html(?<parameters>(?:;[^,;]*)*),(?<data>.*)$/is

/** Decodes a data URL of HTML in UTF-8 (RFC 2397). Returns undefined for any other text. */
function decodeHtmlUrl(dataUrl: string): string | undefined {
  const { parameters, data } = HTML_URL.exec(dataUrl)?.groups ?? {}
  if (parameters === undefined || data === undefined) return undefined
  try {
    const text = decodeURIComponent(data)
    if (!/;base64$/i.test(parameters)) return text
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))
  } catch {
    // The text is not base64, or has invalid percent-encoding.
    return undefined
  }
}
