import { createRequire } from 'node:module'
import type nlp from 'compromise'

const load = createRequire(import.meta.url)

/** People of myths, tales and religion, and names that paintings carry: nobody's who lives. */
const FICTIONAL =
  /^(?:adam|eve|venus|aphrodite|mars|zeus|hera|apollo|diana|artemis|cupid|eros|psyche|leda|medusa|andromeda|perseus|hercules|achilles|david|samson|delilah|salome|judith|susanna|bathsheba|jesus|mary magdalene|saint \w+|st \w+|santa(?: claus)?|father christmas|mona lisa|lady godiva|robin hood|sherlock holmes|dracula|tarzan|cleopatra|lilith|odin|thor|freya|loki|buddha|shiva|krishna)\b/
/** Before the name of an artist, who is not in the picture. */
const ATTRIBUTION =
  /\b(?:by|after|like|style of|styles of|manner of|inspired by|homage to|school of|art of|works? of|paintings? of|painted by)\s+$/
/** People whom the asker knows, and words that only real people carry. */
const ACQUAINTANCE =
  /\b(?:my|his|her|their|our)\s+(?:\w+\s+)?(?:ex|wife|husband|girlfriend|boyfriend|partner|boss|coworkers?|co-workers?|colleagues?|neighbou?rs?|class ?mates?|teachers?|professors?|students?|friends?|roommates?|flatmates?|sisters?|brothers?|mothers?|mom|mum|moms|mums|fathers?|dad|dads|cousins?|aunts?|uncles?|landlord|landlady|crush|stalker|secretary|nurse|doctor)\b/
const PUBLIC_PERSON =
  /\b(?:celebrity|celebrities|celeb|celebs|deep ?fakes?|famous (?:actress|actor|singer|person|woman|man)|prime minister|first lady|(?:the|us|american|french|russian) president|the queen of|the king of|the pope|politicians?|youtubers?|influencers?|streamers?)\b/
/** Names that the recogniser does not know, of people who are often asked for. */
const WELL_KNOWN =
  /\b(?:elon musk|kanye west|kim kardashian|kylie jenner|zendaya|beyonce|rihanna|shakira|madonna|adele|greta thunberg|billie eilish|lady gaga|cardi b|meghan markle|barack obama|xi jinping|narendra modi|volodymyr zelensky|emmanuel macron|pewdiepie|mrbeast|messi|neymar|mbappe)\b/
/** The next word, unless the name ends a phrase or the word is one of those that join phrases. */
const SURNAME =
  /^ (?!(?:a|an|the|and|or|but|as|at|by|for|from|in|into|is|of|off|on|onto|over|to|under|up|was|who|with|without|near|beside|behind|being|doing|getting|having|wearing|standing|sitting|lying|posing|dancing|walking|running|riding|holding|style|portrait|painting|drawing|photo|picture)\b)[a-z]{3,}/
/**
 * Whether a text names a real person who can be identified: somebody well known, an acquaintance, or anybody by first
 * name and surname. A first name alone is a figure's, and an artist's name says how, not whom.
 *
 * @param text in lower case, without accents
 */
export function namesRealPerson(text: string): boolean {
  if (WELL_KNOWN.test(text) || PUBLIC_PERSON.test(text) || ACQUAINTANCE.test(text)) return true
  // Loaded when it is first needed: a tenth of a second that no start has to pay.
  const read = load('compromise') as typeof nlp
  const people = read(text).people().json({ normal: true, offset: true }) as Person[]
  return people.some((person) => isIdentifiable(text, person))
}

/** As the recogniser tells it: `offset` counts characters of the text. */
interface Person {
  normal: string
  offset: { start: number; length: number }
}

function isIdentifiable(text: string, { normal, offset }: Person): boolean {
  const before = text.slice(0, offset.start)
  if (FICTIONAL.test(normal) || ATTRIBUTION.test(before)) return false
  return normal.includes(' ') || SURNAME.test(text.slice(offset.start + offset.length))
}
