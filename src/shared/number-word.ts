const NUMBER_WORDS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')

/** Returns a whole number as a word, such as `vier`; in digits above twelve. */
export function numberWord(number: number): string {
  return NUMBER_WORDS[number] ?? String(number)
}
