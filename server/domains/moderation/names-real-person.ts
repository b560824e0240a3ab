import { createRequire } from 'node:module'
import type nlp from 'compromise'

const load = createRequire(import.meta.url)

/** People of myths, tales and religion, and names that paintings carry: nobody's who lives. */
const FICTIONAL =
  /^(?:adam|eve|venus|aphrodite|mars|zeus|hera|apollo|diana|artemis|cupid|eros|psyche|leda|medusa|andromeda|perseus|hercules|achilles|david|samson|delilah|salome|judith|susanna|bathsheba|jesus|mary magdalene|saint \w+|st \w+|santa(?: claus)?|father christmas|mona lisa|lady godiva|robin hood|sherlock holmes|dracula|tarzan|cleopatra|lilith|odin|thor|freya|loki|buddha|shiva|krishna|jessica rabbit|harley quinn|wonder woman|lara croft|poison ivy)\b/
/** Before the name of an artist, who is not in the picture. */
const ATTRIBUTION =
  /\b(?:by|after|like|style of|styles of|manner of|inspired by|homage to|school of|art of|works? of|paintings? of|painted by)\s+$/
/** People whom the asker knows, and words that only real people carry. */
const ACQUAINTANCE =
  /\b(?:my|his|her|their|our)\s+(?:\w+\s+)?(?:ex|wife|husband|girlfriend|boyfriend|partner|boss|coworkers?|co-workers?|colleagues?|neighbou?rs?|class ?mates?|teachers?|professors?|students?|friends?|roommates?|flatmates?|sisters?|brothers?|mothers?|mom|mum|moms|mums|fathers?|dad|dads|cousins?|aunts?|uncles?|landlord|landlady|crush|stalker|secretary|nurse|doctor)\b/
const PUBLIC_PERSON =
  /\b(?:celebrity|celebrities|celeb|celebs|deep ?fakes?|famous (?:actress|actor|singer|person|woman|man)|prime minister|first lady|(?:the|us|american|french|russian) president|the queen of|the king of|the pope|politicians?|youtubers?|influencers?|streamers?)\b/
/** Names that the recogniser does not know, or not when they are written otherwise, of people who are often asked for. */
const OFTEN_ASKED =
  'elon musk|kanye west|kim kardashian|kylie jenner|kendall jenner|meghan markle|barack obama|donald trump|melania trump|ivanka trump|joe biden|kamala harris|hillary clinton|vladimir putin|angela merkel|xi jinping|narendra modi|volodymyr zelensky|emmanuel macron|greta thunberg|taylor swift|billie eilish|lady gaga|cardi b|ariana grande|selena gomez|emma watson|emma stone|scarlett johansson|jennifer lawrence|jennifer aniston|angelina jolie|brad pitt|tom cruise|tom holland|margot robbie|gal gadot|natalie portman|ana de armas|sydney sweeney|millie bobby brown|jenna ortega|megan fox|dua lipa|katy perry|miley cyrus|britney spears|justin bieber|cristiano ronaldo|lionel messi|kate middleton'
const ONE_NAME =
  'zendaya|beyonce|rihanna|shakira|madonna(?! and child| with)|adele|pewdiepie|mrbeast|messi|neymar|mbappe|obama|trump|biden|putin|merkel|zelensky|macron|elon'
const WELL_KNOWN = new RegExp(`\\b(?:${OFTEN_ASKED.replaceAll(' ', '[ -]?')}|${ONE_NAME})\\b`)
/** The next word, unless the name ends a phrase or the word is one of those that join phrases. */
const SURNAME =
  /^ (?!(?:a|an|the|and|or|but|as|at|by|for|from|in|into|is|of|off|on|onto|over|to|under|up|was|who|with|without|near|beside|behind|being|doing|getting|having|wearing|standing|sitting|lying|posing|dancing|walking|running|riding|holding|style|portrait|painting|drawing|photo|picture)\b)[a-z]{3,}/
/** Whether a text names an acquaintance or somebody well known, in lower case and without accents. */
export function namesKnownPerson(text: string): boolean {
  return WELL_KNOWN.test(text) || PUBLIC_PERSON.test(text) || ACQUAINTANCE.test(text)
}

/**
 * Whether a text names anybody by first name and surname, whom the recogniser finds. A first name alone is a figure's,
 * and an artist's name says how, not whom. It takes up to 0.2 s for a long text.
 */
export function namesAnybody(text: string): boolean {
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
