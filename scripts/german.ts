/** This module tells German texts from English ones, SQL and code. */

/** Stands in a sentence for a value that the program fills in. */
export const VALUE = '{…}'
/** Letters and words that hardly occur in English sentences and SQL. */
const GERMAN_PATTERN =
  /[äöüÄÖÜß]|\b(der|die|das|dem|den|des|ein|eine[mnrs]?|und|oder|nicht|ist|sind|wird|werden|wurde|hat|haben|kann|bitte|Sie|Ihr|Ihre[mnrs]?|wir|uns|von|vom|zum|zur|zu|mit|bei|beim|bis|um|ab|noch|nur|kein|keine[mnrs]?|auf|aus|als|auch|wenn|seit|heute|morgen|gestern|Uhr|Termine?|alle[nrs]?|neue[nrs]?|jetzt|schon|es|sich|nach|vor|ohne|diese[mnrs]?)\b/
/**
 * Words of English sentences and SQL. A text with one of them is not German, even with an umlaut or the form
 * of a label. The word "was" is missing, because it is German too.
 */
const ENGLISH_PATTERN =
  /\b(the|of|is|are|has|have|with|for|from|and|not|must|this|there|cannot|No|no|Nothing|by|to|SELECT|WHERE)\b/
/** Matches the label of a button or column: a capital letter first, and nothing but words. */
const LABEL_PATTERN = /^[A-ZÄÖÜ„][\p{L}\s.,:!?…–„“()-]*$/u

/** Returns whether a text looks like a German sentence or label, and not like code or English. */
export function isGerman(text: string): boolean {
  const words = text.replaceAll(VALUE, ' ')
  if (!/\p{L}{2}/u.test(words) || ENGLISH_PATTERN.test(words)) return false
  if (GERMAN_PATTERN.test(words)) return true
  return LABEL_PATTERN.test(words.trim()) && /[a-zäöüß]{2}/.test(words)
}
