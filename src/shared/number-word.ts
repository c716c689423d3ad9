const NUMBER_WORDS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')

/** Returns a whole number as it stands in a sentence, such as `vier`; in digits when it has no word here. */
export function numberWord(number: number): string {
  return NUMBER_WORDS[number] ?? String(number)
}
