import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

const BEFORE_PAINT = 'before-paint.js'

/**
 * Puts into the page what its first paint needs, so that it waits for no other file: before-paint.js, which
 * then fetches the scripts, and the styles of the chunk `first`. The server allows both by their hashes
 * (src/http/ui.ts).
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        // Only the development server has no bundle. It adds styles and scripts by itself.
        const { html, scripts } =
          bundle === undefined ? { html: page, scripts: [] } : takeScriptsOut(withStylesInside(page, bundle))
        const source = readFileSync(join(import.meta.dirname, '..', BEFORE_PAINT), 'utf8')
        const { code } = minifySync(BEFORE_PAINT, source.replace('SCRIPTS', JSON.stringify(scripts)))
        return { html, tags: [{ tag: 'script', children: code, injectTo: 'head' as const }] }
      },
    },
  }
}

/** Returns the page with the text of its styles instead of links to them, and deletes their files. */
function withStylesInside(page: string, bundle: Rolldown.OutputBundle): string {
  return page.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file) => {
    const styles = bundle[file] as Rolldown.OutputAsset
    delete bundle[file]
    // Chunks that import these styles would otherwise fetch the deleted file.
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
    return `<style>${String(styles.source).trim()}</style>`
  })
}

/** Returns the page without its scripts, and their URLs. */
function takeScriptsOut(page: string): { html: string; scripts: string[] } {
  const scriptPattern = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g
  const scripts = [...page.matchAll(scriptPattern)].map(([, file = '']) => file)
  return { html: page.replace(scriptPattern, ''), scripts }
}
