/** The order of the pictures of one state: widths, then ways of looking. */
const WAYS = ['light', 'dark', 'forced', 'large']

/**
 * Returns the page of thumbnails, a row for each state. @param pictures names of files such as
 * `login~360~dark.jpg` @param mails names of files in email-previews/
 */
export function galleryPage(pictures: readonly string[], mails: readonly string[]): string {
  const states = Map.groupBy(pictures.toSorted(), (file) => file.split('~')[0] ?? file)
  const rows = [...states].map(([state, files]) => row(state, files.toSorted(inOrder), '.'))
  const kinds = Map.groupBy(mails.toSorted(), (file) => file.replace(/-\d+-(light|dark)\.png$/, ''))
  const letters = [...kinds].map(([kind, files]) => row(`E-mail: ${kind}`, files, '../../../email-previews'))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 14px system-ui; margin: 16px; background: #ddd; }
  div { display: flex; gap: 8px; align-items: start; overflow-x: auto; }
  img { height: 260px; width: auto; max-width: 420px; object-fit: cover; object-position: top; background: #fff; }
</style>
<h1>${states.size} states, ${pictures.length} pictures, ${kinds.size} e-mails</h1>
${[...rows, ...letters].join('\n')}
</html>
`
}

function row(title: string, files: readonly string[], folder: string): string {
  const images = files.map(
    (file) =>
      `<a href="${folder}/${file}" title="${file}"><img loading="lazy" src="${folder}/${file}" alt="${file}"></a>`,
  )
  return `<h2 id="${title}">${title}</h2><div>${images.join('')}</div>`
}

function inOrder(one: string, other: string): number {
  return rank(one) - rank(other)
}

function rank(file: string): number {
  const [, width, way = ''] = file.replace('.jpg', '').split('~')
  return WAYS.indexOf(way) * 10_000 + Number(width)
}
