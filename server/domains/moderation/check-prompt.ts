import { namesRealPerson } from './names-real-person.ts'

/** What moderation says of a text; `message` is for the person who wrote it. */
export type PromptVerdict = { allowed: true } | { allowed: false; code: string; message: string }

const MINOR_WORDS =
  'child|children|childlike|kid|kids|kiddie|minor|minors|underage|underaged|preteen|preteens|tween|tweens|teen|teens|teenage|teenager|teenagers|toddler|toddlers|infant|infants|baby|babies|newborn|boy|boys|girl|girls|schoolgirl|schoolgirls|schoolboy|schoolboys|loli|lolis|lolita|shota|shotas|shotacon|lolicon|juvenile|juveniles|pupil|pupils|kindergarten|kindergartner|adolescent|adolescents|prepubescent|pubescent|nymphet|nymphets|daughter|daughters|preschooler|preschoolers'
const SEXUAL_WORDS =
  'nude|nudes|nudity|naked|undressed|topless|bottomless|nsfw|sex|sexual|sexually|sexy|sexualized|sexualised|erotic|erotica|porn|porno|pornographic|hentai|fetish|lingerie|genital|genitals|genitalia|penis|vagina|breast|breasts|boobs|nipple|nipples|masturbating|masturbation|orgasm|intercourse|blowjob|handjob|cum|seductive|aroused|horny|stripping|striptease|bdsm|bondage|upskirt|undressing|unclothed|nakedness|nudist|lewd|xxx|fuck|fucked|fucking|tits|panties|thong|busty|cleavage|sensual'
/** Words that name sexual content with minors by themselves. */
const ALWAYS_WORDS = 'csam|child porn|lolicon|shotacon|pedo|pedophile|pedophilia|jailbait'

const MINOR = new RegExp(`\\b(?:${MINOR_WORDS})\\b`)
const SEXUAL = new RegExp(`\\b(?:${SEXUAL_WORDS})\\b`)
const ALWAYS = new RegExp(`\\b(?:${ALWAYS_WORDS})\\b`)
/** What several words say; a year at school stands for an age. */
const SCHOOL =
  /\b(?:(?:elementary|primary|middle|junior high|high)[ -]?school(?:er|ers)?|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th))[ -]graders?)\b/
const UNCLOTHED =
  /\b(?:without|wearing no|with no|no|remov(?:es|ed|ing)|tak(?:es|ing) off) (?:(?:any|all|her|his|their) )?cloth(?:es|ing)\b/
const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen'
const AGE_IN_WORDS = new RegExp(`\\b(?:${NUMBERS})[ -]years?[ -]olds?\\b`)
const AGED = /\b(?:aged?|age of)\s+(\d{1,2})\b/g
const AGE = /\b(\d{1,2})\s*(?:-\s*)?(?:yo\b|y\/o|yrs?\b|years?\s*-?\s*old|year\s*-?\s*olds?)/g
/** In words that mean women and men: not by themselves a sign of a minor. */
const ADULT_PHRASES =
  /\b(?:cowboys?|cowgirls?|call girls?|pin-?up girls?|boyfriends?|girlfriends?)\b/g

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** Accents, full-width letters and invisible characters gone; lower case. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
}

/** Also reads `n4ked` and `s_e_x` as they are meant. */
function unmask(text: string): string {
  return text
    .replace(/(?<![a-z0-9])[013457@$]*[a-z][a-z0-9@$]{2,}/g, (word) =>
      word.replace(/[013457@$]/g, (sign) => LOOKALIKES[sign] ?? sign),
    )
    .replace(/\b(?:[a-z][._*-]){2,}[a-z]\b/g, (spelled) => spelled.replace(/[._*-]/g, ''))
}

function namesMinor(text: string): boolean {
  if (MINOR.test(text.replace(ADULT_PHRASES, ' ')) || SCHOOL.test(text)) return true
  if (AGE_IN_WORDS.test(text)) return true
  return [...text.matchAll(AGE), ...text.matchAll(AGED)].some(([, age]) => Number(age) < 18)
}

export interface PromptRules {
  /** Words and phrases that this installation refuses besides, in lower case. */
  blockedWords: readonly string[]
}

const REFUSED: PromptVerdict = {
  allowed: false,
  code: 'prompt_blocked',
  message: 'This prompt is not allowed. Nothing was charged.',
}

/**
 * Whether a prompt may be made at all. Refused everywhere: sexual content with minors, and of real people; beyond
 * that what the operator chose. What the negative prompt says is not wanted, so it is not asked.
 */
export function checkPrompt(prompt: string, { blockedWords }: PromptRules): PromptVerdict {
  const plain = normalise(prompt)
  const readings = [plain, unmask(plain)]
  if (readings.some((text) => ALWAYS.test(text))) return REFUSED
  if (readings.some((text) => SEXUAL.test(text) || UNCLOTHED.test(text))) {
    if (readings.some(namesMinor) || readings.some(namesRealPerson)) return REFUSED
  }
  return readings.some((text) => containsWord(text, blockedWords)) ? REFUSED : { allowed: true }
}

function containsWord(text: string, words: readonly string[]): boolean {
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => spaced.includes(` ${word} `))
}
