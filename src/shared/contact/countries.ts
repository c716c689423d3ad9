/** ISO 3166-1 alpha-2, and XK for Kosovo, which has no code of its own. */
const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

/**
 * Countries where addresses have no postcode, or often none. Source: the Universal Postal Union's addressing
 * guides, https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 */
const WITHOUT_POSTCODES = (
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ML MO ' +
  'MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU WS YE ZW'
).split(' ')

/** The countries that most patients live in. */
const POPULAR = ['AT', 'CH', 'DE', 'LI'] as const

const KNOWN_CODES = new Set(CODES)

/** Returns whether the text is one of the about 250 country codes, in capitals. */
export function isCountry(code: string): boolean {
  return KNOWN_CODES.has(code)
}

/**
 * Reads a list such as `AT, DE`. Returns its codes in capitals, each once, without checking that they exist.
 */
export function readCountries(list: string): string[] {
  const codes = list.toUpperCase().split(/[\s,;]+/)
  return [...new Set(codes.filter((code) => code !== ''))]
}

/**
 * Returns whether addresses in a country have postcodes.
 * @param code of ISO 3166-1, such as `AT`
 */
export function hasPostcodes(code: string): boolean {
  return !WITHOUT_POSTCODES.includes(code)
}

/** Made at first use, because few pages need it. */
let regionNames: Intl.DisplayNames | undefined

/** Returns the German name of a country, `Österreich` for `AT`, or the text itself if it is no country. */
export function countryName(code: string): string {
  if (!isCountry(code)) return code
  regionNames ??= new Intl.DisplayNames('de-AT', { type: 'region' })
  return regionNames.of(code) ?? code
}

/**
 * Returns the code of a country by its code or German name, `AT` for `Österreich`; undefined for other text.
 */
export function countryCode(typed: string): string | undefined {
  const wanted = typed.trim().toLowerCase()
  return CODES.find((code) => [code, countryName(code)].some((name) => name.toLowerCase() === wanted))
}

/** Made at first use, because sorting the names takes time. */
let choices: ReturnType<typeof arrangeChoices> | undefined

/** Returns the options of the country field in their order (docs/behaviour.md 5.9). */
export function countryChoices() {
  choices ??= arrangeChoices()
  return choices
}

function arrangeChoices() {
  const named = (code: string) => ({ code, name: countryName(code) })
  const { compare } = new Intl.Collator('de-AT')
  const popular: ReadonlySet<string> = new Set(POPULAR)
  return {
    /** These come first, under "Beliebt". */
    popular: POPULAR.map(named),
    /** These follow in German alphabetical order: Ägypten is between Afghanistan and Albanien. */
    others: CODES.filter((code) => !popular.has(code))
      .map(named)
      .sort((a, b) => compare(a.name, b.name)),
  }
}
