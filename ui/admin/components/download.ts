type TextFile = {
  fileName: string
  /** The media type: `text/csv`. */
  type: string
  text: string
}

/** Lets the browser save a text as a file. */
export function downloadText({ fileName, type, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  URL.revokeObjectURL(url)
}
