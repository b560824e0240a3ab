// What people call the things of the store beside their English names: Spanish names, keywords to search and to suggest by, and a category for each.
// From Unicode's CLDR annotations (by the emoji that a thing is), emojibase (categories), and two lists made by hand for what no emoji is
// (spanish-names.tsv: name, category, Spanish name, others; spanish-words.tsv: what else people say in Spanish, and what is meant in English).
// Writes ../retrieval/things.json and prints how much of the store has a Spanish name.
// Usage: node models/text-to-image/training/things.mjs [FOLDER] (pictures/node_modules in FOLDER holds the packages)
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { nameIndex } from '../../../engine/illustrations/words/name-index.ts'

const HERE = import.meta.dirname
const STORE = path.join(HERE, '../retrieval/store.json')
const OUT = path.join(HERE, '../retrieval/things.json')
const MOST_KEYWORDS = 12
const CATEGORIES = ['faces', 'people', 'nature', 'food', 'places', 'activities', 'objects', 'symbols']
/** By emojibase's number of a group. */
const OF_GROUP = ['faces', 'people', 'people', 'nature', 'food', 'places', 'activities', 'objects', 'symbols', 'symbols']
const OF_LETTER = { f: 'faces', p: 'people', n: 'nature', d: 'food', t: 'places', a: 'activities', o: 'objects', s: 'symbols' }
/** Read in this order: how it is said in Latin America is shown, all of them are understood. */
const SPANISH = ['es-419', 'es', 'es-MX']

const folder = process.argv[2] ?? '.cache/model'
const require = createRequire(path.resolve(folder, 'pictures/index.js'))
const plain = (text) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const annotationsOf = (language) => ({
  ...require(`cldr-annotations-full/annotations/${language}/annotations.json`).annotations.annotations,
  ...require(`cldr-annotations-derived-full/annotationsDerived/${language}/annotations.json`)
    .annotationsDerived.annotations,
})
const rowsOf = (name) =>
  fs
    .readFileSync(path.join(HERE, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

const store = JSON.parse(fs.readFileSync(STORE, 'utf8'))
const { names, find } = nameIndex(store)
const english = annotationsOf('en')
const spanish = SPANISH.map(annotationsOf)
const groups = new Map(
  require('emojibase-data/en/data.json').map(({ emoji, group }) => [emoji.replaceAll('\uFE0F', ''), group]),
)
const emojis = new Map()
for (const [emoji, { tts }] of Object.entries(english))
  if (tts && !emojis.has(plain(tts[0]))) emojis.set(plain(tts[0]), emoji)
const byHand = new Map(rowsOf('spanish-names.tsv').map(([name, ...rest]) => [name, rest]))

const things = {}
const words = {}
const say = (text, name) => (words[plain(text)] ??= name)
const without = (keywords, name) =>
  [...new Set(keywords.map((word) => word.toLowerCase()))]
    .filter((word) => plain(word) !== plain(name) && !word.includes('|'))
    .slice(0, MOST_KEYWORDS)
let count = 0
for (const { name } of store.concepts) {
  if (!names.has(name)) continue
  count++
  const own = byHand.get(name)
  const emoji = emojis.get(name)
  if (own) {
    const [letter, said, others = ''] = own
    things[name] = [CATEGORIES.indexOf(OF_LETTER[letter]), said.toLowerCase(), '', '']
    for (const text of [said, ...others.split(',')]) if (text) say(text, name)
  } else if (emoji) {
    const said = spanish.flatMap((annotations) => annotations[emoji]?.tts ?? [])
    if (said.length === 0) continue
    const group = groups.get(emoji.replaceAll('\uFE0F', ''))
    things[name] = [
      CATEGORIES.indexOf(OF_GROUP[group ?? 8]),
      said[0].toLowerCase(),
      without(english[emoji].default ?? [], name).join('|'),
      without([...said.slice(1), ...(spanish[1][emoji]?.default ?? [])], said[0]).join('|'),
    ]
    for (const text of said) say(text, name)
  }
}
// What is said by hand is what is meant, whatever an emoji is called.
for (const [text, meant] of rowsOf('spanish-words.tsv')) {
  if (find(meant.split(' ')) === null) throw new Error(`There is no "${meant}".`)
  words[plain(text)] = meant
}
fs.writeFileSync(OUT, `${JSON.stringify({ categories: CATEGORIES, things, spanish: words })}\n`)
const share = (100 * Object.keys(things).length) / count
console.log(
  `${Object.keys(things).length} of ${count} things that prompts can name have a Spanish name (${share.toFixed(1)} %); ` +
    `${Object.keys(words).length} Spanish names in all; ${store.concepts.length} concepts`,
)
