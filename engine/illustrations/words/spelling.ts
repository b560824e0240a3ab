/** Words of so many letters may have two slips. */
const LONG = 7

/**
 * How many slips make one word of another, if one was probably meant for the other: a letter too much, too few, another or two that
 * changed places; up to two of these in long words. The first letter is nearly always right. Infinity for words apart.
 */
export function slips(word: string, meant: string): number {
  if (word[0] !== meant[0]) return Infinity
  const most = Math.min(word.length, meant.length) >= LONG ? 2 : 1
  if (Math.abs(word.length - meant.length) > most) return Infinity
  const count = distance(word, meant)
  return count <= most ? count : Infinity
}

/** By Damerau and Levenshtein, neighbours that changed places as one: of our own, as packages count those as two. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const [last, above] = [row[j - 1]!, rows[i - 1]!]
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(last + 1, above[j]! + 1, above[j - 1]! + Number(!isSame))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
