/**
 * The looks in the order of their pictures: the themes, forced colours and large text. Pictures of the same
 * look are ordered by width.
 */
const LOOKS = ['light', 'dark', 'forced', 'large']

/**
 * Returns the page of thumbnails, a row for each state and for each kind of e-mail.
 * @param pictures names of files such as `login~360~dark.jpg`: the state, the width and the look
 * @param emails names of files in email-previews/
 */
export function galleryPage(pictures: readonly string[], emails: readonly string[]): string {
  const states = Map.groupBy(pictures.toSorted(), (file) => partsOf(file).state)
  const stateRows = [...states].map(([state, files]) => imageRow(state, files.toSorted(byLookAndWidth), '.'))
  const kinds = Map.groupBy(emails.toSorted(), (file) => file.replace(/-\d+-(light|dark)\.png$/, ''))
  const emailRows = [...kinds].map(([kind, files]) =>
    imageRow(`E-mail: ${kind}`, files, '../../../email-previews'),
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 14px system-ui; margin: 16px; background: #ddd; }
  div { display: flex; gap: 8px; align-items: start; overflow-x: auto; }
  img { height: 260px; width: auto; max-width: 420px; object-fit: cover; object-position: top; background: #fff; }
</style>
<h1>${states.size} states, ${pictures.length} pictures, ${kinds.size} e-mails</h1>
${[...stateRows, ...emailRows].join('\n')}
</html>
`
}

/** Returns a heading with a row of thumbnails, each of which links to its picture. */
function imageRow(title: string, files: readonly string[], folder: string): string {
  const images = files.map(
    (file) =>
      `<a href="${folder}/${file}" title="${file}"><img loading="lazy" src="${folder}/${file}" alt="${file}"></a>`,
  )
  return `<h2 id="${title}">${title}</h2><div>${images.join('')}</div>`
}

/** Compares two pictures of the same state for sorting. */
function byLookAndWidth(file: string, otherFile: string): number {
  const [one, other] = [partsOf(file), partsOf(otherFile)]
  return LOOKS.indexOf(one.look) - LOOKS.indexOf(other.look) || one.width - other.width
}

/** Reads the parts of the name of a picture. */
function partsOf(file: string): { state: string; width: number; look: string } {
  const [state = '', width, look = ''] = file.replace('.jpg', '').split('~')
  return { state, width: Number(width), look }
}
