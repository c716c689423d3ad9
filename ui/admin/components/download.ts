type TextFile = {
  name: string
  /** The media type: `text/csv`. */
  type: string
  text: string
}

/** Lets the browser save a text as a file. */
export function downloadText({ name, type, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
