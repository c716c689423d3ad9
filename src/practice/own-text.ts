/** A text by sections; the first one may have no title. */
export type TextOfSections = Readonly<{
  title: string
  sections: readonly Readonly<{ title: string; lines: readonly string[] }>[]
}>

/** Returns a text that the practice wrote as sections without titles, one for each paragraph. */
export function sectionsOfParagraphs(text: string): TextOfSections['sections'] {
  return text.split(/\n\s*\n/).map((paragraph) => ({ title: '', lines: paragraph.split(/\r?\n/) }))
}
