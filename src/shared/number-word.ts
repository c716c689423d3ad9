const NUMBER_WORDS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')

/** `vier`: a whole number in a sentence, from 13 on in digits. */
export function numberWord(number: number): string {
  return NUMBER_WORDS[number] ?? String(number)
}
