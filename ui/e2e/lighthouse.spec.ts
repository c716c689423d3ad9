import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

// `npm run lighthouse` measures the pages as a phone on a slow line sees them; it is not part of `npm test`.
// Lighthouse has 200 packages, so it is no dependency: npx fetches this version when the command is run.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
/**
 * The lowest median that passes, of 1. The score of performance depends on the machine too, so a little less
 * than everything is enough.
 */
const LEAST_SCORES = { performance: 0.99, accessibility: 1, 'best-practices': 1, seo: 1 }
type Category = keyof typeof LEAST_SCORES
const CATEGORIES = Object.keys(LEAST_SCORES) as Category[]
type Scores = Record<Category, number>

/** The URLs of the pages by their names. Some need a booking first. */
const PAGES: Readonly<Record<string, (portal: Portal) => string>> = {
  'first step': () => '/',
  'service step': () => '/?visit=first&step=2',
  'time step': () => '/?service=erstordination',
  overview: (portal) => addBookingWithLinks(portal, { status: 'confirmed' }).overviewUrl,
  'my appointments': () => '/meine-termine',
  'staff link': (portal) => addBookingWithLinks(portal).confirmUrl,
  login: () => '/admin/login',
}
/** Pages that search engines are kept from. Lighthouse counts that as a fault of `seo`. */
const NOT_INDEXED = new Set(['overview', 'staff link', 'login', 'my appointments'])

for (const [name, urlOf] of Object.entries(PAGES)) {
  test(`Lighthouse finds nothing to improve in the ${name}`, async ({ portal }) => {
    test.setTimeout(RUNS * 120_000)
    const url = new URL(urlOf(portal), portal.url).href
    const scores: Scores[] = []
    for (let run = 0; run < RUNS; run++) scores.push(await measureOnce(url))
    const medians = scoresBy((category) => median(scores.map((score) => score[category])))
    // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
    console.log(name, JSON.stringify(medians))
    for (const category of CATEGORIES) {
      if (category === 'seo' && NOT_INDEXED.has(name)) continue
      expect.soft(medians[category], `${name}: ${category}`).toBeGreaterThanOrEqual(LEAST_SCORES[category])
    }
  })
}

function scoresBy(scoreOf: (category: Category) => number): Scores {
  return Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)])) as Scores
}

/**
 * Runs Lighthouse once, in the Chromium that scripts/e2e.ts has found. Returns the score of each category,
 * from 0 to 1.
 */
async function measureOnce(url: string): Promise<Scores> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM }, maxBuffer: 100_000_000 },
  )
  const report = JSON.parse(stdout) as { categories: Record<Category, { score: number | null }> }
  return scoresBy((category) => report.categories[category].score ?? 0)
}

/** Returns the middle value, or of an even number of values the higher one of the two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
